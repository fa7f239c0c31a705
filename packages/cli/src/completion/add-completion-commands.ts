import { Argument, type Command } from 'commander'
import { defineCommand } from '../define-command.ts'
import type { CommonOptions, Host } from '../session.ts'
import { complete } from './complete.ts'
import { readNames } from './read-names.ts'
import { completionScripts, type Shell, shells } from './scripts.ts'

export function addCompletionCommands(program: Command, host: Host): void {
  defineCommand(program, 'completion', 'Print the completion script of a shell', [
    'completion bash > ~/.local/share/bash-completion/completions/frostline',
    'completion zsh > ~/.zfunc/_frostline',
    'completion fish > ~/.config/fish/completions/frostline.fish',
  ])
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell, options: CommonOptions) =>
      host.run(options, async ({ io }) => {
        io.out(completionScripts[shell])
        return 'ok'
      }),
    )

  program.command('__complete [words...]', { hidden: true }).action((words: string[]) =>
    host.run({ ...readOption(words, 'context', '--context') }, async (session) => {
      const { words: known, dynamic } = complete(program, words)
      const { cluster } = readOption(words, 'cluster', '--cluster', '-c')
      const names = dynamic === null ? [] : await readNames(session, dynamic, words.at(-1) ?? '', cluster)
      const all = [...known, ...names]
      if (all.length > 0) session.io.out(all.join('\n'))
      return 'ok'
    }),
  )
}

/** The value of an option in a line that is not complete. */
function readOption<Name extends string>(
  words: readonly string[],
  name: Name,
  ...flags: string[]
): { [key in Name]?: string } {
  const at = words.findIndex((word) => flags.includes(word))
  const value = at === -1 ? undefined : words[at + 1]
  return (value === undefined || at + 1 === words.length - 1 ? {} : { [name]: value }) as {
    [key in Name]?: string
  }
}
