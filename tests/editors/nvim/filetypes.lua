-- Which files are ours, also where Neovim by itself takes them for others.
return function(flow)
  vim.fn.mkdir('functions', 'p')
  vim.fn.writefile({ 'function web::one() { 1 }' }, 'functions/one.pp')
  vim.fn.writefile({ 'type Web::One = Integer[1, 1]' }, 'types/one.pp')
  for file, wanted in pairs({
    ['functions/one.pp'] = 'puppet',
    ['types/one.pp'] = 'puppet',
    ['templates/motd.epp'] = 'epuppet',
    ['data/secret.eyaml'] = 'yaml',
  }) do
    flow.open(file)
    flow.check(('%s is %s'):format(file, wanted), vim.bo.filetype == wanted, vim.bo.filetype)
    flow.check(file .. ' has the server', #vim.lsp.buf_get_clients(0) == 1, vim.lsp.buf_get_clients(0))
  end
  vim.fn.delete('functions/one.pp')
  vim.fn.delete('types/one.pp')
end
