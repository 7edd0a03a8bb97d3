-- puppet-analyzer for Neovim (0.7 and newer), with the built-in LSP client.
local M = {}

local defaults = {
  -- The server and its arguments.
  cmd = { 'puppet-analyzer', 'server' },
  -- What marks the root of a module or of a control repo.
  root_markers = { 'environment.conf', 'metadata.json', 'Puppetfile' },
  -- The folders of Hiera's data: YAML and JSON files below them get the server too, beside others.
  data_folders = { 'data', 'hieradata', 'hiera' },
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
      if languages[event.match] or is_data(vim.api.nvim_buf_get_name(event.buf), options) then attach(event.buf, options) end
    end,
  })
end

return M
