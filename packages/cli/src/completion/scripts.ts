export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** Each asks `frostline __complete` for what can follow, so that it is never older than the program. */
export const completionScripts: Record<Shell, string> = {
  bash: `_frostline() {
  local candidate
  COMPREPLY=()
  while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done \\
    < <(frostline __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _frostline frostline`,
  zsh: `#compdef frostline
_frostline() {
  local -a candidates
  candidates=("\${(@f)$(frostline __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates" ]]; then compadd -a candidates; else _files; fi
}
compdef _frostline frostline`,
  fish: `complete -c frostline -f -a '(frostline __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
complete -c frostline -l proof -rF
complete -c frostline -l output -rF
complete -c frostline -l spec -rF`,
}
