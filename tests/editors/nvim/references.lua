-- What uses a name: marked in the buffer, listed, as code lenses, and those that call it.
return function(flow)
  flow.open('manifests/hosts.pp', '$names', 1)
  vim.lsp.buf.document_highlight()
  local marks = {}
  flow.wait(function()
    marks = {}
    for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, vim.api.nvim_create_namespace('vim_lsp_references'), 0, -1, { details = true })) do
      local group = mark[4].hl_group or ''
      if group:find('^LspReference') then marks[group] = (marks[group] or 0) + 1 end
    end
    return next(marks)
  end)
  flow.check('a parameter and what reads it are marked', marks.LspReferenceWrite == 1 and marks.LspReferenceRead == 3, marks)

  flow.open('manifests/vhost.pp', 'web::vhost', 6)
  local lens = '4 references, by web::faults, web::hosts and 2 more'
  local lenses = {}
  flow.wait(function()
    vim.lsp.codelens.refresh()
    vim.wait(50)
    lenses = vim.tbl_map(function(it) return it.command and it.command.title end, vim.lsp.codelens.get(0))
    return vim.tbl_contains(lenses, lens)
  end)
  flow.check('a code lens counts references', vim.tbl_contains(lenses, lens), lenses)

  vim.fn.setqflist({})
  vim.lsp.buf.references()
  local rows = flow.wait(flow.quickfix) or ''
  local found = true
  for _, row in ipairs({ 'faults.pp:4', 'hosts.pp:10', 'init.pp:8', 'service.pp:11', 'vhost.pp:4' }) do
    found = found and rows:find(row, 1, true)
  end
  flow.check('references are listed', found, rows)
  vim.cmd('cclose')

  vim.fn.setqflist({})
  vim.lsp.buf.incoming_calls()
  rows = flow.wait(flow.quickfix) or ''
  flow.check('callers are listed', rows:find('web::hosts', 1, true) and rows:find('service.pp:11', 1, true), rows)
  vim.cmd('cclose')
end
