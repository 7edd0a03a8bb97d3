;;; completion.el --- C-M-i inserts what is proposed  -*- lexical-binding: t -*-

(defun flows-completed (typed)
  "What the line is after TYPED and C-M-i."
  (flows-open "manifests/hosts.pp" "  file {")
  (flows-type (concat typed "\n"))
  (backward-char)
  (completion-at-point)
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(dolist (it '(("  include web::serv" "  include web::service")
              ("  $x = web::po" "  $x = web::ports")
              ("  notice($port" "  notice($ports")
              ("  notice($" "  notice($"))) ; Many are listed.
  (let ((line (flows-completed (car it))))
    (flows-check (format "completion of %s" (car it)) (equal line (cadr it)) line)))
(let ((list (with-current-buffer "*Completions*" (flows-text))))
  (flows-check "a completion list shows their types" (flows-has list "$names Array[String[1]]") list))

;;; completion.el ends here
