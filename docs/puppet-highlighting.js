// Highlights Puppet code on the site: the highlight.js of mdBook has no grammar for it.
(function () {
  'use strict';
  if (typeof hljs === 'undefined') return;
  const variable = { className: 'variable', begin: /\$(::)?\w+(::\w+)*/ };
  const interpolation = { className: 'subst', begin: /\$\{/, end: /\}/ };
  const puppet = () => ({
    name: 'Puppet',
    keywords: {
      keyword:
        'and application attr case class consumes default define else elsif false function if import in inherits node ' +
        'or plan private produces return site true type undef unless',
      built_in: 'contain create_resources epp fail hiera include lookup notice realize require tag template warning',
    },
    contains: [
      { className: 'comment', begin: /#/, end: /$/ },
      { className: 'comment', begin: /\/\*/, end: /\*\// },
      { className: 'string', begin: /'/, end: /'/, contains: [{ begin: /\\./ }] },
      { className: 'string', begin: /"/, end: /"/, contains: [{ begin: /\\./ }, interpolation, variable] },
      variable,
      { className: 'type', begin: /(::)?\b[A-Z]\w*(::[A-Z]\w*)*/ },
      { className: 'number', begin: /\b(0x[0-9a-fA-F]+|\d+(\.\d+)?)\b/ },
      { className: 'attr', begin: /\b[a-z_]\w*(?=\s*=>)/ },
    ],
  });
  hljs.registerLanguage('puppet', puppet);
  for (const block of document.querySelectorAll('code.language-puppet')) {
    block.innerHTML = hljs.highlight('puppet', block.textContent).value;
    block.classList.add('hljs');
  }
})();
