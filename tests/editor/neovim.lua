-- Opens $SAD_FILE in Neovim with sad lsp as its server, and prints what it is told as JSON.
local file, python = vim.env.SAD_FILE, vim.env.SAD_PYTHON
vim.cmd('edit ' .. file)
local config = {
  name = 'sad',
  cmd = { python, '-m', 'sad', 'lsp' },
  root_dir = vim.fn.fnamemodify(file, ':h'),
  init_options = { machine = 'sparc2', sizes = { N = 100 } },
}
local client = (vim.lsp.start_client or vim.lsp.start)(config)
vim.lsp.buf_attach_client(0, client)

local function ask(method, params)
  params.textDocument = vim.lsp.util.make_text_document_params()
  local answers = vim.lsp.buf_request_sync(0, method, params, 60000)
  return answers[client].result
end

local said = {}
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 20)
said.diagnostics = vim.tbl_map(function(item)
  return { item.lnum + 1, item.code, item.severity }
end, vim.diagnostic.get(0))
vim.api.nvim_buf_set_lines(0, 3, 3, false, { '* one line more' })
said.lenses = vim.tbl_map(function(item)
  return { item.range.start.line + 1, item.command.title }
end, ask('textDocument/codeLens', {}))
said.hover = ask('textDocument/hover', { position = { line = 4, character = 8 } }).contents.value
vim.cmd('luafile ' .. vim.env.SAD_COMMANDS)
vim.cmd('SadSet X1 7')
vim.wait(60000, function()
  said.hover_after = ask('textDocument/hover', { position = { line = 4, character = 8 } }).contents.value
  return said.hover_after ~= said.hover
end, 50)
print(vim.json.encode(said))
