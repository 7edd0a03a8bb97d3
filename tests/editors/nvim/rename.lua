-- A parameter with its call sites in other files, and a class, whose file moves.
local function on_disk(file)
  return vim.fn.filereadable(file) == 1 and table.concat(vim.fn.readfile(file), '\n') or '(no such file)'
end

return function(flow)
  -- Answers the question for the new name; returns what stood in it.
  local function rename(name)
    local old
    vim.ui.input = function(options, enter)
      old = options.default
      enter(name)
    end
    vim.lsp.buf.rename()
    flow.wait(function() return old and flow.text():find(name .. ',\n', 1, true) or flow.text():find('include ' .. name, 1, true) end)
    vim.cmd('wall')
    return old
  end

  flow.open('manifests/vhost.pp', '$port', 1)
  local old = rename('listen')
  flow.check('the old name is proposed', old == 'port', old)
  for file, wanted in pairs({ vhost = 'on ${listen}"', init = "listen => 'eighty'", hosts = 'listen => $ports[$index]', service = 'listen      => 8080' }) do
    local text = on_disk(('manifests/%s.pp'):format(file))
    flow.check('a parameter is renamed in ' .. file, text:find(wanted, 1, true), text)
  end

  flow.open('manifests/hosts.pp', 'web::service', 6)
  old = rename('web::daemon')
  flow.check('the old name of a class is proposed', old == 'web::service', old)
  flow.check('a class is renamed where it is included', on_disk('manifests/hosts.pp'):find('include web::daemon', 1, true), on_disk('manifests/hosts.pp'))
  flow.check('its file has moved', on_disk('manifests/daemon.pp'):find('class web::daemon {', 1, true), vim.fn.glob('manifests/*'))
  flow.check('nothing is left of the old file', on_disk('manifests/service.pp') == '(no such file)', on_disk('manifests/service.pp'))

  flow.open('manifests/hosts.pp', 'web::daemon', 6)
  flow.wait(function()
    vim.lsp.buf.definition()
    return vim.wait(100, function() return vim.api.nvim_buf_get_name(0):find('daemon.pp$') end, 20)
  end)
  flow.check('the definition is in the new file', flow.text():find('class web::daemon {', 1, true), vim.api.nvim_buf_get_name(0))
end
