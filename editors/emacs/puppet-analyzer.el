;;; puppet-analyzer.el --- Puppet with a type checker, through eglot  -*- lexical-binding: t -*-

;; Version: 0.2.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, puppet
;; URL: https://github.com/puppet-analyzer/puppet-analyzer

;;; Commentary:

;; Registers puppet-analyzer with eglot for `puppet-mode', `puppet-ts-mode' and, where neither is installed, a plain
;; mode of its own.  Then `M-x eglot' in a Puppet file starts the server.

;;; Code:

(require 'eglot)
(require 'electric)

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

;; Texts between the `@(END)' of a heredoc and its tag are strings, whatever quotes and brackets they have.

(defconst puppet-analyzer--heredoc "@([ \t]*\"?\\([^]\":/()\n]+?\\)\"?[ \t]*\\(?::[^/)\n]*\\)?\\(?:/[^)\n]*\\)?[ \t]*)"
  "The start of a heredoc, with its tag.")

(defun puppet-analyzer--propertize (start end)
  "Give heredocs and the colons of names between START and END their syntax."
  (goto-char start)
  (while (search-forward "::" end t) ; `web::port' is one symbol.
    (put-text-property (match-beginning 0) (match-end 0) 'syntax-table '(3)))
  (goto-char start)
  (while (re-search-forward puppet-analyzer--heredoc end t)
    (let ((opening (match-beginning 0))
          (tag (match-string-no-properties 1)))
      (unless (nth 8 (save-excursion (syntax-ppss opening)))
        (puppet-analyzer--propertize-heredoc opening tag)))))

(defun puppet-analyzer--propertize-heredoc (opening tag)
  "Make the text of the heredoc at OPENING that ends with TAG a string; point moves after it."
  (forward-line)
  (let* ((line (format "^[ \t]*|?[ \t]*-?[ \t]*%s[ \t]*$" (regexp-quote tag)))
         (start (point))
         (is-closed (re-search-forward line nil 'move)))
    (when (< start (point))
      (put-text-property start (1+ start) 'syntax-table '(15)))
    (when (and is-closed (< (1+ start) (point)))
      (put-text-property (1- (point)) (point) 'syntax-table '(15)))
    (put-text-property opening (point) 'syntax-multiline t)))

(defun puppet-analyzer--opening (position)
  "The innermost bracket that is open at POSITION, or nil."
  (nth 1 (save-excursion (syntax-ppss position))))

(defun puppet-analyzer--after-closing ()
  "The position after the brackets that the current line starts with."
  (save-excursion
    (back-to-indentation)
    (skip-chars-forward "])}")
    (point)))

(defun puppet-analyzer--line-end ()
  "The end of the code of the current line, without a comment."
  (save-excursion
    (let ((state (syntax-ppss (line-end-position))))
      (goto-char (if (nth 4 state) (nth 8 state) (line-end-position)))
      (skip-chars-backward " \t")
      (point))))

(defconst puppet-analyzer--opens-parameters "^[^|\n]*[[:alnum:]_)][ \t]*|[ \t]*$"
  "A line that ends with the `|' before the parameters of a lambda.")

(defun puppet-analyzer--comment-indentation ()
  "The indentation of the block comment that ends at point and starts on an earlier line, or nil."
  (save-excursion
    (let ((start (line-beginning-position)))
      (and (looking-back "\\*/" start)
           (search-backward "/*" nil t)
           (< (point) start)
           (current-indentation)))))

(defun puppet-analyzer--indentation ()
  "The column at which the code of the current line starts."
  (save-excursion
    (back-to-indentation)
    (let ((opening (puppet-analyzer--opening (line-beginning-position)))
          (closing (puppet-analyzer--after-closing)))
      (cond
       ;; A closing bracket stands below the line that opened it.
       ((> closing (point))
        (goto-char (condition-case nil (scan-lists closing -1 0) (error (point))))
        (current-indentation))
       ;; So does the `|' after the parameters of a lambda.
       ((and (eq (char-after) ?|) (re-search-backward puppet-analyzer--opens-parameters nil t))
        (current-indentation))
       ((progn (skip-chars-backward " \t\n") (bobp)) 0)
       ((puppet-analyzer--comment-indentation))
       (t (puppet-analyzer--indentation-after opening))))))

(defun puppet-analyzer--indentation-after (opening)
  "The column of a line after that of point; OPENING is the bracket in which it is."
  (let ((end (puppet-analyzer--line-end))
        (start (line-beginning-position)))
    (cond
     ((and opening (>= opening start)) (+ (current-indentation) 2))
     ((save-excursion (goto-char end) (looking-back "[^:]:" start)) (+ (current-indentation) 2))
     ((save-excursion (goto-char start) (looking-at-p puppet-analyzer--opens-parameters))
      (+ (current-indentation) 2))
     ((not (equal opening (puppet-analyzer--opening (puppet-analyzer--after-closing))))
      (if opening (save-excursion (goto-char opening) (+ (current-indentation) 2)) 0))
     ;; The next body of a resource.
     ((and (eq (char-before end) ?\;)
           (save-excursion (back-to-indentation) (looking-at-p "[a-z*][a-z0-9_]*[ \t]*[+=]>\\|;")))
      (- (current-indentation) 2))
     (t (current-indentation)))))

(defun puppet-analyzer--indentation-in-heredoc ()
  "The column of a new line of a heredoc: that of the last line before it that is not empty."
  (save-excursion
    (beginning-of-line)
    (skip-chars-backward " \t\n")
    (current-indentation)))

(defun puppet-analyzer-indent-line ()
  "Indent the current line by two spaces a level; in a heredoc, only a new line."
  (let* ((string (nth 3 (save-excursion (syntax-ppss (line-beginning-position)))))
         (is-new (save-excursion (back-to-indentation) (eolp)))
         (column (cond
                  ((not string) (puppet-analyzer--indentation))
                  ((and (eq string t) is-new) (puppet-analyzer--indentation-in-heredoc)))))
    (cond
     ((not column))
     ((<= (current-column) (current-indentation)) (indent-line-to column))
     (t (save-excursion (indent-line-to column))))))

(defun puppet-analyzer--closes-line (typed)
  "Whether TYPED closes something at the start of its line."
  (and (memq typed '(?\} ?\] ?\) ?|))
       (save-excursion
         (skip-chars-backward "])}|")
         (skip-chars-backward " \t")
         (bolp))))

;; Only the new line is indented: spaces that a person types stay.
(add-to-list 'electric-indent-functions-without-reindent #'puppet-analyzer-indent-line)

;;;###autoload
(define-derived-mode puppet-analyzer-mode prog-mode "Puppet"
  "A plain mode for Puppet files, for those who have no other."
  (setq-local comment-start "# " comment-start-skip "#+ *"
              indent-tabs-mode nil
              indent-line-function #'puppet-analyzer-indent-line
              parse-sexp-lookup-properties t
              syntax-propertize-function #'puppet-analyzer--propertize)
  (add-hook 'syntax-propertize-extend-region-functions #'syntax-propertize-multiline 'append t)
  (add-hook 'electric-indent-functions #'puppet-analyzer--closes-line nil t))

;; `puppet-mode' indents a closing bracket only with the next Enter, and moves point before it.
(defun puppet-analyzer--indent-closing ()
  "Indent a line of which the closing bracket was just typed."
  (when (puppet-analyzer--closes-line last-command-event)
    (save-excursion (indent-according-to-mode))))

(add-to-list 'electric-indent-functions-without-reindent 'puppet-indent-line) ; It would undo what heredocs contain.
(add-hook 'puppet-mode-hook
          (lambda () (add-hook 'post-self-insert-hook #'puppet-analyzer--indent-closing nil t)))

(defun puppet-analyzer--complete-variables (complete)
  "Call COMPLETE with the `$' as a part of the symbol that it replaces.
In `puppet-mode' it is none, and would be inserted again."
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
