-- Quick fixes, chosen from the menu.
return function(flow)
  local function fix(title)
    local menu
    vim.ui.select = function(items, options, choose)
      menu = vim.tbl_map(options.format_item, items)
      for _, item in ipairs(items) do
        if options.format_item(item) == title then choose(item) end
      end
    end
    vim.lsp.buf.code_action()
    flow.wait(function() return menu end)
    return menu
  end
  flow.open('manifests/faults.pp', 'web::servise', 6)
  flow.wait(function() return #vim.diagnostic.get(0) == 2 end)
  local menu = fix("Replace with `web::service`")
  flow.check('a class is fixed', flow.text():find('include web::service', 1, true), menu)

  local line, column = flow.find("'first'")
  vim.api.nvim_win_set_cursor(0, { line, column + 2 })
  menu = fix('Add `port`')
  flow.check('a missing parameter is added', flow.text():find("'first':\n    port => 1,\n  }", 1, true), { menu, flow.text() })
  vim.cmd('edit!')
end
