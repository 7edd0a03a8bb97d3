-- A file is laid out when it is written, with the command that our set-up describes.
return function(flow)
  flow.open('manifests/faults.pp', '  web::vhost')
  local format = vim.lsp.buf.format or function() vim.lsp.buf.formatting_sync(nil, 10000) end
  vim.api.nvim_create_autocmd('BufWritePre', { buffer = 0, callback = function() format() end })
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes("Onotify{'x':message=>'y'}<Esc>", true, false, true), 'tx', false)
  vim.cmd('write')
  local written = table.concat(vim.fn.readfile('manifests/faults.pp'), '\n')
  flow.check('a file is laid out when it is written', written:find("\n  notify { 'x': message => 'y' }\n", 1, true), written)
end
