-- puppet-analyzer for Neovim (0.7 and newer), with the built-in LSP client.
local M = {}

local defaults = {
  -- The server and its arguments.
  cmd = { 'puppet-analyzer', 'server' },
  -- What marks the root of a module or of a control repo.
  root_markers = { 'environment.conf', 'metadata.json', 'Puppetfile' },
  -- The folders of Hiera's data: YAML and JSON files below them get the server too, beside others.
  data_folders = { 'data', 'hieradata', 'hiera' },
  -- Whether new lines are indented by two spaces a level, in files for which Neovim has no indentation of its own.
  indent = true,
  -- Called with (client, buffer) when the server is attached.
  on_attach = nil,
}

-- The outermost folder above the file that holds a marker; else the folder of the file.
local function root_of(file, markers)
  local folder = vim.fn.fnamemodify(file, ':p:h')
  local root = folder
  while true do
    for _, marker in ipairs(markers) do
      if vim.loop.fs_stat(folder .. '/' .. marker) then root = folder end
    end
    local parent = vim.fn.fnamemodify(folder, ':h')
    if parent == folder then return root end
    folder = parent
  end
end

-- Whether a file of YAML or JSON is one of Hiera's: below a folder of data, with a marker above.
local function is_data(file, options)
  local name = vim.fn.fnamemodify(file, ':t')
  if name == 'hiera.yaml' or name == 'metadata.json' or name == '.fixtures.yml' then return true end
  local path = vim.fn.fnamemodify(file, ':p'):gsub('\\', '/')
  for _, folder in ipairs(options.data_folders) do
    local above = path:match('^(.*)/' .. vim.pesc(folder) .. '/')
    if above and vim.loop.fs_stat(above .. '/hiera.yaml') then return true end
  end
  return false
end

-- What Neovim calls our languages: templates are `epuppet` by themselves, `epp` in other set-ups.
local languages = { puppet = 'puppet', epp = 'epp', epuppet = 'epp' }

-- Says which files are ours. Before Neovim 0.8, its own table knows no `.eyaml`, and takes manifests for Pascal that
-- begin with `function` or `type`.
local function add_filetypes()
  vim.filetype.add({ extension = { pp = 'puppet', eyaml = 'yaml' } })
  if vim.fn.has('nvim-0.8') == 1 then return end
  vim.g.filetype_pp = vim.g.filetype_pp or 'puppet'
  vim.api.nvim_create_autocmd({ 'BufRead', 'BufNewFile' }, { pattern = '*.eyaml', command = 'setfiletype yaml' })
end

-- A line without its strings and its comment.
local function code_of(number)
  local line = vim.fn.getline(number)
  line = line:gsub([[\\.]], ''):gsub("'[^']*'", ''):gsub('"[^"]*"', '')
  return (line:gsub('#.*', ''):gsub('%s+$', ''))
end

-- The brackets that a text leaves open, and those that it closes of what is before it.
local function open_and_closed(code)
  local open, closed = 0, 0
  for bracket in code:gmatch('[%[%](){}]') do
    if bracket:match('[%[({]') then
      open = open + 1
    elseif open > 0 then
      open = open - 1
    else
      closed = closed + 1
    end
  end
  return open, closed
end

-- The line before one in which the brackets are open that it closes.
local function opening_line(number, closed)
  while closed > 0 and number > 1 do
    number = vim.fn.prevnonblank(number - 1)
    local open, more = open_and_closed(code_of(number))
    closed = closed - open
    if closed > 0 then closed = closed + more end
  end
  return number
end

-- Whether a text ends with the `|` before the parameters of a lambda.
local function opens_parameters(code)
  return code:match('^[^|]*[%w_)]%s*|$') ~= nil
end

-- The indentation of a `|` at the start of a line: that of the line with the other, or what it has in a heredoc.
local function indent_of_parameters(current)
  for number = current - 1, 1, -1 do
    local code = code_of(number)
    if opens_parameters(code) then return vim.fn.indent(number) end
    if code:match('^%s*|') then break end
  end
  return -1
end

-- The line on which a block comment starts that ends on a later line, this one; none if there is no such comment.
local function start_of_comment(number)
  local line = vim.fn.getline(number)
  if not line:match('%*/%s*$') or line:find('/*', 1, true) then return nil end
  for before = number - 1, 1, -1 do
    if vim.fn.getline(before):find('/*', 1, true) then return before end
  end
end

-- The indentation of the current line: see 'indentexpr'.
function M.indent()
  local current = vim.v.lnum
  local leading = code_of(current):match('^%s*([%])}]+)')
  if leading then return vim.fn.indent(opening_line(current, #leading)) end
  if code_of(current):match('^%s*|') then return indent_of_parameters(current) end
  local before = vim.fn.prevnonblank(current - 1)
  if before == 0 then return 0 end
  local comment = start_of_comment(before)
  if comment then return vim.fn.indent(comment) end
  local width = vim.fn.shiftwidth()
  local code = code_of(before)
  local rest = code:gsub('^%s*[%])}]*', '')
  local open, closed = open_and_closed(rest)
  local indent = vim.fn.indent(before)
  if closed > 0 then indent = vim.fn.indent(opening_line(before, closed)) end
  if open > 0 or code:match('[^:]:$') or opens_parameters(code) then return indent + width end
  -- The next body of a resource follows.
  if rest:match('^[%l*][%w_]*%s*[+=]>.*;$') or rest == ';' then return indent - width end
  return indent
end

local function set_indentation(buffer)
  if vim.bo[buffer].indentexpr ~= '' then return end
  vim.bo[buffer].shiftwidth = 2
  vim.bo[buffer].softtabstop = 2
  vim.bo[buffer].expandtab = true
  vim.bo[buffer].autoindent = true
  vim.bo[buffer].indentexpr = "v:lua.require'puppet-analyzer'.indent()"
  vim.bo[buffer].indentkeys = '0},0],0),0|,!^F,o,O'
end

local clients = {}

local function attach(buffer, options)
  local root = root_of(vim.api.nvim_buf_get_name(buffer), options.root_markers)
  local config = {
    name = 'puppet-analyzer',
    cmd = options.cmd,
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = root } },
    on_attach = options.on_attach,
    get_language_id = function(_, filetype) return languages[filetype] or filetype end,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  if not clients[root] or not vim.lsp.get_client_by_id(clients[root]) then
    clients[root] = vim.lsp.start_client(config)
  end
  vim.lsp.buf_attach_client(buffer, clients[root])
end

-- Starts the server for each Puppet file that is opened. See `defaults` for the options.
function M.setup(options)
  options = vim.tbl_extend('force', defaults, options or {})
  add_filetypes()
  vim.api.nvim_create_autocmd('FileType', {
    group = vim.api.nvim_create_augroup('puppet-analyzer', {}),
    pattern = { 'puppet', 'epp', 'epuppet', 'yaml', 'json' },
    callback = function(event)
      if options.indent and event.match == 'puppet' then set_indentation(event.buf) end
      if languages[event.match] or is_data(vim.api.nvim_buf_get_name(event.buf), options) then attach(event.buf, options) end
    end,
  })
end

return M
