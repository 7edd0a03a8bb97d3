-- Signature help in a floating window, while a call is typed.
return function(flow)
  flow.open('manifests/hosts.pp', '  file {')
  local line = vim.fn.line('.')
  local marked
  local mark = vim.api.nvim_buf_add_highlight
  -- This version of Neovim does not tell marks without a name space.
  vim.api.nvim_buf_add_highlight = function(buffer, space, group, row, from, to)
    if group == 'LspSignatureActiveParameter' then
      marked = vim.api.nvim_buf_get_lines(buffer, row, row + 1, false)[1]:sub(from + 1, to)
    end
    return mark(buffer, space, group, row, from, to)
  end
  local function shown(typed)
    vim.api.nvim_buf_set_lines(0, line - 1, line - 1, false, { typed })
    vim.api.nvim_win_set_cursor(0, { line, #typed })
    vim.lsp.buf.signature_help()
    local float = flow.wait(flow.float) or { text = 'no window' }
    if float.window then vim.api.nvim_win_close(float.window, true) end
    vim.api.nvim_buf_set_lines(0, line - 1, line, false, {})
    return float.text, marked
  end
  local text, active = shown('  $more = web::ports(')
  flow.check('the signature is shown', text:find('Array[Web::Port]', 1, true) and text:find('the lowest of them', 1, true), text)
  flow.check('its first parameter is marked', active == 'Web::Port $first', { active, text })
  text, active = shown('  $more = web::ports(80, ')
  flow.check('its second parameter is marked', active == 'Integer[0] $count = 1', { active, text })
  vim.api.nvim_buf_add_highlight = mark
  vim.cmd('edit!')
end
