;;; templates.el --- Hover in a template, and what is wrong in it  -*- lexical-binding: t -*-

(flows-open "templates/motd.epp" "$host.upcase" 2)
(flows-check "hover in a template shows the type" (flows-doc "$host: String[1]")
             (list major-mode (flows-doc-buffer)))
(flows-at ".upcase")
(flows-type "x")
(let ((seen (flows-until (lambda ()
                           (flymake-start)
                           (seq-find (lambda (it) (string-search "Unknown variable: 'hostx'" (flymake-diagnostic-text it)))
                                     (flymake-diagnostics))))))
  (flows-check "a wrong variable in a template is marked" (and seen (= (line-number-at-pos (flymake-diagnostic-beg seen)) 4))
               (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))
(set-buffer-modified-p nil)
(revert-buffer t t t)

;;; templates.el ends here
