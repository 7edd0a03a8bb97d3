;;; actions.el --- Quick fixes, chosen from the menu  -*- lexical-binding: t -*-

(require 'cl-lib)

(defun flows-fix (text offset title)
  "Take the action with TITLE, OFFSET letters into TEXT; the titles of the menu."
  (flows-at text)
  (forward-char offset)
  (let ((last-nonmenu-event ?\r) menu)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt items &rest _)
                 (setq menu (mapcar #'car items))
                 title)))
      (call-interactively #'eglot-code-actions))
    menu))

(flows-open "manifests/faults.pp" "web::servise")
(flymake-start)
(flows-until (lambda () (= (length (flymake-diagnostics)) 2)))
(let ((menu (flows-fix "web::servise" 6 "Replace with `web::service`")))
  (flows-check "a class is fixed" (flows-has (flows-text) "include web::service") menu))
(let ((menu (flows-fix "'first'" 2 "Add `port`")))
  (flows-check "a missing parameter is added"
               (flows-has (flows-text) "'first':\n    port => 1,\n  }") (list menu (flows-text))))

;;; actions.el ends here
