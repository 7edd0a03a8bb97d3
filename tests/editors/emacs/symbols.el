;;; symbols.el --- Symbols of the file in Imenu, of the workspace through xref  -*- lexical-binding: t -*-

(require 'imenu)

(flows-open "manifests/hosts.pp" "class")
(let ((index (format "%S" (imenu--make-index-alist t))))
  (flows-check "symbols of the file are listed" (flows-has index "web::hosts" "$ports" "File['/etc/motd']") index))
(xref-find-apropos "wvho")
(let ((list (with-current-buffer "*xref*" (flows-text))))
  (flows-check "symbols of the workspace are found" (flows-has list "vhost.pp" "4: define web::vhost (") list))

;;; symbols.el ends here
