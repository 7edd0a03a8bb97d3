-- Texts that are typed key by key come out as typed: a second Neovim with our set-up gets the keys.
local PACE = 4 -- milliseconds

local KEYS = { ['\n'] = '<CR>', ['⇥'] = '<Tab>', ['⎋'] = '<Esc>', ['⌫'] = '<BS>', ['<'] = '<lt>' }

local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h:h')

local function read(file)
  return table.concat(vim.fn.readfile(file), '\n')
end

-- The keys of a text. Neovim closes no brackets by itself: where the keys leave a block, its brackets are typed.
local function keys_of(text)
  local lines = vim.split(text.expect, '\n')
  local keys, line = {}, 1
  for _, key in ipairs(vim.fn.split(text.keys, [[\zs]])) do
    if key == '\n' then line = line + 1 end
    if key == '↓' then
      line = line + 1
      table.insert(keys, '<CR>' .. lines[line]:match('^%s*([%])}]+)'))
    else
      table.insert(keys, KEYS[key] or key)
    end
  end
  return keys
end

-- Lines without what formatting changes: spaces at their ends and before arrows, and empty ones.
local function comparable(lines)
  local kept = {}
  for _, line in ipairs(lines) do
    line = line:gsub('%s+$', ''):gsub('(%S) +([=+]>)', '%1 %2')
    if line ~= '' then table.insert(kept, line) end
  end
  return table.concat(kept, '\n')
end

return function(flow)
  local command = { vim.v.progpath, '--embed', '--headless', '--clean' }
  local child = vim.fn.jobstart(command, { rpc = true })
  local function ask(...) return vim.rpcrequest(child, ...) end
  ask('nvim_exec_lua', [[
    vim.opt.runtimepath:prepend(vim.env.SETUP)
    require('puppet-analyzer').setup({ cmd = { vim.env.SERVER, 'server' } })
  ]], {})
  local texts = vim.json.decode(read(folder .. '/typing.json'))
  local right = 0
  for number, text in ipairs(texts) do
    local ending = text.file and vim.fn.fnamemodify(text.file, ':e') or 'pp'
    ask('nvim_command', ('edit! manifests/typed_%d.%s'):format(number, ending))
    ask('nvim_input', 'i')
    for _, key in ipairs(keys_of(text)) do
      ask('nvim_input', key)
      vim.wait(PACE)
    end
    ask('nvim_input', '<Esc>')
    flow.wait(function() return ask('nvim_get_mode').mode == 'n' end)
    local typed = comparable(vim.split(text.expect, '\n'))
    local found = comparable(ask('nvim_buf_get_lines', 0, 0, -1, false))
    if typed == found then right = right + 1 else flow.check('typing: ' .. text.name, false, found) end
  end
  flow.check(('typing: %d/%d'):format(right, #texts), right == #texts, right)
  vim.fn.jobstop(child)
end
