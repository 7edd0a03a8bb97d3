-- The flows of the user's day in Neovim, with the set-up that we ship.
-- Run in a copy of `workspace/`:  SERVER=… SETUP=…/editors/neovim nvim --headless --clean -u nvim.lua
local failures = {}

local function check(name, ok, seen)
  io.stdout:write(('%s %s\n'):format(ok and 'ok    ' or 'FAILED', name))
  if not ok then
    table.insert(failures, name)
    io.stdout:write('       saw: ' .. vim.inspect(seen) .. '\n')
  end
end

local function ask(method, line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local answers = vim.lsp.buf_request_sync(0, method, vim.lsp.util.make_position_params(0, 'utf-16'), 10000)
  for _, answer in pairs(answers or {}) do return answer.result end
end

local function find(text, after)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start, stop = line:find(text, 1, true)
    if start then return number, after and stop or start - 1 end
  end
end

local function main()
  vim.opt.runtimepath:prepend(vim.env.SETUP)
  vim.opt.virtualedit = 'onemore' -- the cursor may stand after the last letter, as in insert mode
  require('puppet-analyzer').setup({ cmd = { vim.env.SERVER, 'server' } })
  vim.fn.mkdir('data', 'p')
  vim.fn.writefile({ 'version: 5' }, 'hiera.yaml')
  vim.fn.writefile({ 'web::port: eighty' }, 'data/common.yaml')
  vim.cmd('edit manifests/init.pp')
  check('the file is Puppet', vim.bo.filetype == 'puppet', vim.bo.filetype)
  vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 20)
  local diagnostics = vim.diagnostic.get(0)
  local first = diagnostics[1] or {}
  check('a wrong argument is marked', (first.message or ''):find("parameter 'port' expects") and first.lnum == 8, diagnostics)

  local hover = vim.inspect(ask('textDocument/hover', find('$size)')))
  check('hover shows the inferred type', hover:find('Integer[10, 10]', 1, true), hover)

  vim.api.nvim_win_set_cursor(0, { find('Web::Port') })
  vim.lsp.buf.definition()
  vim.wait(5000, function() return vim.api.nvim_buf_get_name(0):find('types/port.pp$') end, 20)
  local name = vim.api.nvim_buf_get_name(0)
  check('the definition of an alias opens its file', name:find('types/port.pp$'), name)

  vim.cmd('edit! manifests/init.pp')
  local line = find('$size = 10')
  vim.api.nvim_buf_set_lines(0, line, line, false, { '  $x = Array[ ' })
  local items = ask('textDocument/completion', line + 1, #'  $x = Array[') or {}
  local labels = vim.tbl_map(function(item) return item.label end, items.items or items)
  check('completion offers types', vim.tbl_contains(labels, 'Integer') and vim.tbl_contains(labels, 'Web::Port'), labels)

  -- A list that is too long is cut, and what was left out comes when more is typed.
  vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
  vim.api.nvim_win_set_cursor(0, { line, 0 })
  local seen = {}
  local function complete(typed)
    vim.api.nvim_buf_set_lines(0, line, line + 1, false, { '  include ' .. typed })
    local answer = ask('textDocument/completion', line + 1, #('  include ' .. typed)) or {}
    table.insert(seen, { typed, answer.isIncomplete, #(answer.items or {}) })
    local labels = vim.tbl_map(function(item) return item.label end, answer.items or {})
    return vim.tbl_contains(labels, 'far::c399')
  end
  check('a long list is cut', not complete(''), seen)
  check('what was left out is found by typing more', complete('far::c39'), seen)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('A9<C-x><C-o>', true, false, true), 'tx', false)
  local text = vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]
  check('an only item is inserted', text == '  include far::c399', text)
  vim.cmd('edit!')

  line = find('$size = 10')
  vim.api.nvim_buf_set_lines(0, line - 1, line, false, { '    $size=10' })
  if vim.lsp.buf.format then vim.lsp.buf.format({ timeout_ms = 10000 }) else vim.lsp.buf.formatting_sync(nil, 10000) end
  local formatted = vim.api.nvim_buf_get_lines(0, line - 1, line, false)[1]
  check('formatting lays out the code', formatted == '  $size = 10', formatted)
  vim.cmd('edit!')

  vim.cmd('edit data/common.yaml')
  vim.bo.filetype = 'yaml'
  vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 20)
  local wrong = vim.diagnostic.get(0)[1] or {}
  check('a wrong value of data is marked', (wrong.message or ''):find("parameter 'port' expects"), vim.diagnostic.get(0))
  local key = vim.inspect(ask('textDocument/hover', find('web::port')))
  check('hover on a key shows its parameter', key:find('where it listens', 1, true), key)
end

-- Each of the other flows has its own file; they share this.
local flow = { check = check, find = find }

-- Waits until `read` gives something, and returns it.
function flow.wait(read)
  local value
  vim.wait(10000, function() value = read(); return value end, 20)
  return value
end

-- Opens a file with its text from the disk, and puts the cursor on a text, `offset` letters into it.
function flow.open(file, text, offset)
  vim.cmd('edit! ' .. file)
  if text then
    local line, column = find(text)
    vim.api.nvim_win_set_cursor(0, { line, column + (offset or 0) })
  end
end

-- What stands in the buffer, or in another one.
function flow.text(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer or 0, 0, -1, false), '\n')
end

-- The window that floats over the others: its buffer and its text.
function flow.float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      local buffer = vim.api.nvim_win_get_buf(window)
      return { window = window, buffer = buffer, text = flow.text(buffer) }
    end
  end
end

-- The quickfix list as it is shown: file, line and text.
function flow.quickfix()
  local rows = vim.tbl_map(function(row)
    local name = row.bufnr > 0 and vim.fn.fnamemodify(vim.api.nvim_buf_get_name(row.bufnr), ':t') or ''
    return ('%s:%d %s'):format(name, row.lnum, row.text)
  end, vim.fn.getqflist())
  return #rows > 0 and table.concat(rows, '\n') or nil
end

local folder = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')

vim.defer_fn(function()
  local ok, problem = xpcall(function()
    main()
    for _, name in ipairs({ 'filetypes', 'signature', 'references', 'actions', 'symbols', 'templates', 'saving', 'rename', 'typing' }) do
      dofile(('%s/nvim/%s.lua'):format(folder, name))(flow)
    end
  end, debug.traceback)
  if not ok then check('no error', false, problem) end
  vim.cmd(#failures == 0 and 'qall!' or 'cquit!')
end, 0)
