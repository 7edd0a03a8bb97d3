;;; references.el --- What uses a name: marked in the buffer, and listed  -*- lexical-binding: t -*-

(flows-open "manifests/hosts.pp" "$names" 1)
(let ((marked (flows-until
               (lambda ()
                 (eldoc-print-current-symbol-info)
                 (accept-process-output nil 0.1)
                 (mapcar (lambda (it) (buffer-substring-no-properties (overlay-start it) (overlay-end it)))
                         (seq-filter (lambda (it) (eq (overlay-get it 'face) 'eglot-highlight-symbol-face))
                                     (overlays-in (point-min) (point-max))))))))
  (flows-check "a parameter and what reads it are marked" (equal (length marked) 4) marked))

(flows-open "manifests/vhost.pp" "web::vhost" 6)
(xref-find-references "LSP identifier at point")
(let ((list (with-current-buffer "*xref*" (flows-text))))
  (flows-check "references are listed"
               (flows-has list "faults.pp" "hosts.pp" "init.pp" "service.pp" "4: define web::vhost (") list))

;;; references.el ends here
