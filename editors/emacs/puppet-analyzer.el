;;; puppet-analyzer.el --- Puppet with a type checker, through eglot  -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, puppet
;; URL: https://github.com/puppet-analyzer/puppet-analyzer

;;; Commentary:

;; Registers puppet-analyzer with eglot for `puppet-mode', `puppet-ts-mode' and, where neither is installed, a plain
;; mode of its own.  Then `M-x eglot' in a Puppet file starts the server.

;;; Code:

(require 'eglot)

(defgroup puppet-analyzer nil
  "Type checking and navigation for the Puppet language."
  :group 'languages)

(defcustom puppet-analyzer-command '("puppet-analyzer" "server")
  "The server and its arguments."
  :type '(repeat string))

(defvar puppet-analyzer-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\' "\"" table)
    (modify-syntax-entry ?$ "_" table)
    table)
  "Comments and strings; variables are symbols with their `$'.")

;;;###autoload
(define-derived-mode puppet-analyzer-mode prog-mode "Puppet"
  "A plain mode for Puppet files, for those who have no other."
  (setq-local comment-start "# " comment-start-skip "#+ *"
              parse-sexp-lookup-properties t
              syntax-propertize-function (syntax-propertize-rules ("::" (0 "_"))))) ; `web::port' is one symbol

(defun puppet-analyzer--complete-variables (complete)
  "Call COMPLETE with the `$' as a part of the symbol that it replaces.
In `puppet-mode' it is none, and would be inserted once more."
  (if (not (derived-mode-p 'puppet-mode 'puppet-ts-mode))
      (funcall complete)
    (with-syntax-table (make-syntax-table (syntax-table))
      (modify-syntax-entry ?$ "_")
      (funcall complete))))

(advice-add 'eglot-completion-at-point :around #'puppet-analyzer--complete-variables)

(defcustom puppet-analyzer-data-modes nil
  "Modes of files of Hiera's data in which eglot starts the server too.
Set it to (yaml-mode yaml-ts-mode) before loading this file if you have no other server for YAML."
  :type '(repeat symbol))

(put 'puppet-analyzer-mode 'eglot-language-id "puppet")
(put 'puppet-mode 'eglot-language-id "puppet")
(put 'puppet-ts-mode 'eglot-language-id "puppet")

(add-to-list 'eglot-server-programs
             (cons (append '(puppet-mode puppet-ts-mode puppet-analyzer-mode) puppet-analyzer-data-modes)
                   (lambda (&rest _) puppet-analyzer-command)))

;;;###autoload
(unless (or (fboundp 'puppet-mode) (fboundp 'puppet-ts-mode))
  (add-to-list 'auto-mode-alist '("\\.pp\\'" . puppet-analyzer-mode)))
;;;###autoload
(unless (assoc-default "a.epp" auto-mode-alist #'string-match) ; `puppet-mode' leaves templates to others.
  (add-to-list 'auto-mode-alist '("\\.epp\\'" . puppet-analyzer-mode)))

(provide 'puppet-analyzer)
;;; puppet-analyzer.el ends here
