;;; typing.el --- texts that are typed key by key come out as typed  -*- lexical-binding: t -*-
;; Templates have no indentation of their own in Emacs, and are left out.

(require 'json)

(defun typing-keys (text)
  "The keys of TEXT, each as a vector.
Emacs closes no brackets by itself: where the keys leave a block, its brackets are typed."
  (let ((lines (split-string (alist-get 'expect text) "\n"))
        (line 0)
        keys)
    (dolist (key (append (alist-get 'keys text) nil))
      (when (memq key '(?\n ?↓)) (setq line (1+ line)))
      (push (pcase key
              (?\n [?\r])
              (?⌫ [?\d])
              (?↓ (string-match "\\`\\s-*\\([])}]+\\)" (nth line lines))
                  (vconcat [?\r] (match-string 1 (nth line lines))))
              (_ (vector key)))
            keys))
    (nreverse keys)))

(defun typing-comparable (text)
  "TEXT without what formatting changes: spaces at the ends of lines and before arrows, and empty lines."
  (let* ((lines (mapcar #'string-trim-right (split-string text "\n")))
         (arrows (mapcar (lambda (line) (replace-regexp-in-string "\\(\\S-\\) +\\([=+]>\\)" "\\1 \\2" line)) lines)))
    (string-join (delete "" arrows) "\n")))

(let ((texts (with-temp-buffer
               (insert-file-contents (expand-file-name "../typing.json" flows-folder))
               (goto-char (point-min))
               (append (json-parse-buffer :object-type 'alist) nil)))
      (number 0) (right 0) (typed 0))
  (dolist (text texts)
    (setq number (1+ number))
    (unless (string-suffix-p ".epp" (alist-get 'file text ""))
      (setq typed (1+ typed))
      (find-file (expand-file-name (format "manifests/typed_%d.pp" number) flows-root))
      (dolist (keys (typing-keys text))
        (execute-kbd-macro keys)
        (accept-process-output nil 0.001))
      (let ((expected (typing-comparable (alist-get 'expect text)))
            (found (typing-comparable (flows-text))))
        (if (equal expected found)
            (setq right (1+ right))
          (flows-check (concat "typing: " (alist-get 'name text)) nil found)))
      (set-buffer-modified-p nil)
      (kill-buffer)))
  (flows-check (format "typing: %d/%d" right typed) (= right typed) right))
