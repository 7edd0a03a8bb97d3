;;; saving.el --- A file is laid out when it is saved, with the hook that our set-up describes  -*- lexical-binding: t -*-

(flows-open "manifests/faults.pp" "  web::vhost")
(add-hook 'before-save-hook #'eglot-format-buffer nil t)
(insert "notify{'x':message=>'y'}\n")
(save-buffer)
(let ((text (with-temp-buffer (insert-file-contents (expand-file-name "manifests/faults.pp" flows-root)) (buffer-string))))
  (flows-check "a file is laid out when it is saved" (flows-has text "\n  notify { 'x': message => 'y' }\n") text))

;;; saving.el ends here
