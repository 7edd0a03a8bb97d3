-- Templates: hover, and what is wrong in them.
return function(flow)
  flow.open('templates/motd.epp', '$host.upcase', 2)
  flow.wait(function() return vim.lsp.buf.server_ready() end)
  vim.lsp.buf.hover()
  local float = flow.wait(flow.float) or { text = 'no window' }
  flow.check('hover in a template shows the type', float.text:find('$host: String[1]', 1, true), float.text)
  if float.window then vim.api.nvim_win_close(float.window, true) end

  vim.api.nvim_win_set_cursor(0, { flow.find('.upcase') })
  vim.api.nvim_feedkeys('ix', 'tx', false)
  local found = flow.wait(function()
    for _, diagnostic in ipairs(vim.diagnostic.get(0)) do
      if diagnostic.message:find("Unknown variable: 'hostx'", 1, true) then return diagnostic end
    end
  end)
  flow.check('a wrong variable in a template is marked', found and found.lnum == 3, vim.diagnostic.get(0))
  vim.cmd('edit!')
end
