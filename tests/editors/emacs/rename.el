;;; rename.el --- A parameter with its call sites, and a class  -*- lexical-binding: t -*-

(require 'cl-lib)

(defun flows-on-disk (file)
  "The text of FILE on the disk."
  (let ((path (expand-file-name file flows-root)))
    (if (file-exists-p path)
        (with-temp-buffer (insert-file-contents path) (buffer-string))
      "(no such file)")))

(defun flows-rename (name)
  "Answer the question for a new name with NAME; what was proposed."
  (let (proposed)
    (cl-letf (((symbol-function 'read-from-minibuffer)
               (lambda (_prompt _initial _map _read _history default &rest _)
                 (setq proposed default)
                 name))
              ((symbol-function 'y-or-n-p) (lambda (_) t))) ; Other files are to be edited.
      (call-interactively #'eglot-rename))
    (save-some-buffers t)
    proposed))

(flows-open "manifests/vhost.pp" "$port" 1)
(let ((proposed (flows-rename "$listen")))
  (flows-check "the old name is proposed" (equal proposed "$port") proposed))
(dolist (it '(("vhost" "on ${listen}\"") ("init" "listen => 'eighty'")
              ("hosts" "listen => $ports[$index]") ("service" "listen      => 8080")))
  (let ((text (flows-on-disk (format "manifests/%s.pp" (car it)))))
    (flows-check (format "a parameter is renamed in %s" (car it)) (flows-has text (cadr it)) text)))

;; This version of eglot moves no files: the names change, and a diagnosis says that the file does not fit.
(flows-open "manifests/hosts.pp" "web::service" 6)
(let ((proposed (flows-rename "web::daemon")))
  (flows-check "the old name of a class is proposed" (equal proposed "web::service") proposed))
(flows-check "a class is renamed where it is included"
             (flows-has (flows-on-disk "manifests/hosts.pp") "include web::daemon") (flows-on-disk "manifests/hosts.pp"))
(find-file (expand-file-name "manifests/service.pp" flows-root))
(flows-check "a class is renamed where it is defined" (flows-has (flows-text) "class web::daemon {") (flows-text))
(let ((seen (flows-until (lambda ()
                           (flymake-start)
                           (seq-find (lambda (it) (string-search "this file must define 'web::service'" it))
                                     (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))))))
  (flows-check "that its file has another name is said" seen (mapcar #'flymake-diagnostic-text (flymake-diagnostics))))

;;; rename.el ends here
