# puppet-analyzer in Kakoune: to be sourced after the line that loads kakoune-lsp (18 or newer).

hook global BufCreate .*\.pp %{ set-option buffer filetype puppet }
hook global BufCreate .*\.epp %{ set-option buffer filetype epp }

hook -group lsp-filetype-puppet global BufSetOption filetype=(?:puppet|epp) %{
    set-option buffer lsp_servers %{
        [puppet-analyzer]
        root_globs = ["environment.conf", "metadata.json", "Puppetfile"]
        args = ["server"]
        settings_section = "puppet-analyzer"
        [puppet-analyzer.settings.puppet-analyzer]
    }
}

hook global WinSetOption filetype=(?:puppet|epp) %{ lsp-enable-window }
