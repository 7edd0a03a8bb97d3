-- Symbols of the file and of the workspace, as lists.
return function(flow)
  flow.open('manifests/hosts.pp')
  vim.fn.setqflist({})
  vim.lsp.buf.document_symbol()
  local rows = flow.wait(flow.quickfix) or ''
  flow.check('symbols of the file are listed', rows:find('web::hosts', 1, true) and rows:find('$ports', 1, true), rows)
  vim.cmd('cclose')

  vim.fn.setqflist({})
  vim.lsp.buf.workspace_symbol('wvho')
  rows = flow.wait(flow.quickfix) or ''
  flow.check('symbols of the workspace are found', rows:find('vhost.pp:4', 1, true), rows)
  vim.cmd('cclose')
end
