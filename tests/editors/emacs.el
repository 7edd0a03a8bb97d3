;;; emacs.el --- the flows of the user's day in Emacs, with the set-up that we ship  -*- lexical-binding: t -*-
;; Each of the flows below `emacs/' has its own file.
;; Run in a copy of `workspace/':  SERVER=… SETUP=…/editors/emacs emacs -Q --batch -l emacs.el

(require 'package)
(dolist (folder '("/usr/share/emacs/site-lisp/elpa-src" "/usr/share/emacs/site-lisp/elpa")) ; Debian's packages
  (when (file-directory-p folder) (add-to-list 'package-directory-list folder)))
(package-initialize)
(add-to-list 'load-path (getenv "SETUP"))
(require 'puppet-analyzer)
(require 'flymake)
(require 'xref)

(defvar flows-failed 0)
(defvar flows-root (file-name-as-directory (expand-file-name ".")))
(setq puppet-analyzer-command (list (getenv "SERVER") "server")
      project-find-functions (list (lambda (_) (cons 'transient flows-root)))
      eglot-sync-connect t
      eglot-connect-timeout 10
      xref-prompt-for-identifier nil)

(defun flows-check (name ok seen)
  "Report whether flow NAME is OK, and what was SEEN if it is not."
  (message "%s %s" (if ok "ok    " "FAILED") name)
  (unless ok
    (setq flows-failed (1+ flows-failed))
    (message "       saw: %S" seen)))

(defun flows-until (seen)
  "Wait until SEEN returns something, and return it."
  (let ((end (+ (float-time) 10)) value)
    (while (and (not (setq value (funcall seen))) (< (float-time) end))
      (accept-process-output nil 0.05))
    value))

(defun flows-at (text)
  "Put point at the start of TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun flows-open (file text &optional offset)
  "Show FILE as it is on the disk, with point OFFSET letters into TEXT."
  (find-file (expand-file-name file flows-root))
  (set-buffer-modified-p nil)
  (revert-buffer t t t)
  (flows-at text)
  (forward-char (or offset 0))
  (eglot--signal-textDocument/didChange))

(defun flows-type (text)
  "Insert TEXT, and tell the server as Emacs does when it is idle."
  (insert text)
  (eglot--signal-textDocument/didChange))

(defun flows-text ()
  "The text of the buffer."
  (buffer-substring-no-properties (point-min) (point-max)))

(defun flows-doc-buffer ()
  "What ElDoc's buffer shows."
  (if (buffer-live-p eldoc--doc-buffer) (with-current-buffer eldoc--doc-buffer (buffer-string)) ""))

(defun flows-doc (wanted)
  "What ElDoc says at point, as soon as it has WANTED."
  (flows-until (lambda ()
                 (eldoc-print-current-symbol-info)
                 (accept-process-output nil 0.1)
                 (let ((text (flows-doc-buffer)))
                   (and (string-search wanted text) text)))))

(defun flows-has (text &rest parts)
  "Whether TEXT has all PARTS."
  (and text (seq-every-p (lambda (part) (string-search part text)) parts)))

(defun flows-completions (typed)
  "What may be completed at point, where TYPED stands."
  (mapcar #'substring-no-properties (all-completions typed (nth 2 (eglot-completion-at-point)))))

(defun flows-main ()
  "Go through the flows."
  (find-file "manifests/init.pp")
  (apply #'eglot (eglot--guess-contact))
  (unless (bound-and-true-p flymake-mode) (flymake-mode 1))
  (flymake-start)
  (let ((texts (mapcar #'flymake-diagnostic-text (flows-until #'flymake-diagnostics))))
    (flows-check "a wrong argument is marked"
                 (seq-some (lambda (text) (string-match-p "parameter 'port' expects" text)) texts) texts))
  (flows-at "$size)")
  (let ((hover (format "%S" (jsonrpc-request (eglot-current-server) :textDocument/hover
                                             (eglot--TextDocumentPositionParams)))))
    (flows-check "hover shows the inferred type" (string-match-p "Integer\\[10, 10\\]" hover) hover))
  (flows-at "$size = 10")
  (end-of-line)
  (insert "\n  $x = Array[")
  (let* ((found (eglot-completion-at-point))
         (labels (mapcar #'substring-no-properties (all-completions "" (nth 2 found)))))
    (flows-check "completion offers types" (and (member "Integer" labels) (member "Web::Port" labels)) labels))
  ;; A list that is too long is cut, and what was left out comes when more is typed.
  (insert "]\n  include ")
  (let ((labels (flows-completions "")))
    (flows-check "a long list is cut" (and (member "far::c000" labels) (not (member "far::c399" labels))) labels))
  (insert "far::c39")
  (let ((labels (flows-completions "far::c39")))
    (flows-check "what was left out is found by typing more" (member "far::c399" labels) labels))
  (set-buffer-modified-p nil)
  (revert-buffer t t t)
  (flows-at "$size = 10")
  (insert "    ")
  (search-forward "size ")
  (delete-char -1)
  (eglot-format-buffer)
  (let ((line (buffer-substring (line-beginning-position) (line-end-position))))
    (flows-check "formatting lays out the code" (equal line "  $size = 10") line))
  (set-buffer-modified-p nil)
  (revert-buffer t t t)
  (flows-at "Web::Port")
  (xref-find-definitions "LSP identifier at point.")
  (flows-check "the definition of an alias opens its file"
               (string-suffix-p "types/port.pp" buffer-file-name) buffer-file-name))

(defvar flows-folder (expand-file-name "emacs" (file-name-directory load-file-name)))

(condition-case problem
    (progn
      (flows-main)
      (dolist (name '("completion" "signature" "references" "actions" "symbols" "templates" "saving" "rename" "typing"))
        (load (expand-file-name name flows-folder) nil t)))
  (error (flows-check "no error" nil problem)))
(kill-emacs (if (zerop flows-failed) 0 1))
;;; emacs.el ends here
