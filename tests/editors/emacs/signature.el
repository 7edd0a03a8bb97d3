;;; signature.el --- ElDoc shows the signature while a call is typed  -*- lexical-binding: t -*-

(defun flows-standing-out (doc)
  "The part of DOC that has the colour of the argument that is typed."
  (let ((at (text-property-any 0 (length doc) 'face 'eldoc-highlight-function-argument doc)))
    (and at (substring-no-properties doc at (next-single-property-change at 'face doc (length doc))))))

(defun flows-signature (typed wanted)
  "Check what ElDoc says after TYPED: a signature in which WANTED stands out."
  (flows-open "manifests/hosts.pp" "  file {")
  (flows-type (concat typed "\n"))
  (backward-char)
  (let ((doc ""))
    (flows-until (lambda ()
                   (setq doc (or (flows-doc "web::ports") ""))
                   (equal (flows-standing-out doc) wanted)))
    (flows-check (format "the signature after %s" typed)
                 (and (equal (flows-standing-out doc) wanted)
                      (flows-has doc "web::ports(Web::Port $first, Integer[0] $count = 1) >> Array[Web::Port]"))
                 doc)))

(flows-signature "  $more = web::ports(" "Web::Port $first")
(flows-signature "  $more = web::ports(80, " "Integer[0] $count = 1")

;;; signature.el ends here
