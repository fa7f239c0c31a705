import type { Command, Option } from 'commander'

/** Names that only the console knows, or those of contexts. */
export type Dynamic = 'clusters' | 'contexts' | 'pipelines' | 'runs' | 'sources' | 'tables'

export interface Candidates {
  words: string[]
  dynamic: Dynamic | null
}

const dynamicOptions: Record<string, Dynamic> = {
  '--cluster': 'clusters',
  '--context': 'contexts',
  '--source': 'sources',
}
const dynamicArguments: Record<string, Dynamic> = {
  name: 'contexts',
  pipeline: 'pipelines',
  run: 'runs',
  table: 'tables',
}

/** What can follow. The last word is the one that is being typed. */
export function complete(program: Command, words: readonly string[]): Candidates {
  const typed = words.at(-1) ?? ''
  let command = program
  let position = 0
  let awaiting: Option | undefined
  const given = new Set<string>()
  for (const word of words.slice(0, -1)) {
    if (awaiting) {
      awaiting = undefined
      continue
    }
    if (word.startsWith('-')) {
      const option = findOption(command, word)
      if (option) given.add(option.long ?? word)
      if (option?.required && !word.includes('=')) awaiting = option
      continue
    }
    const next = command.commands.find((each) => each.name() === word)
    if (next && position === 0) command = next
    else position += 1
  }
  const matching = (all: readonly string[]) => all.filter((each) => each.startsWith(typed))
  if (awaiting)
    return {
      words: matching(awaiting.argChoices ?? []),
      dynamic: dynamicOptions[awaiting.long ?? ''] ?? null,
    }
  if (typed.startsWith('-')) return { words: matching(listOptions(command, given)), dynamic: null }
  const argument = command.registeredArguments[position]
  const commands =
    position === 0
      ? command
          .createHelp()
          .visibleCommands(command)
          .map((each) => each.name())
      : []
  return {
    words: matching([...commands, ...(argument?.argChoices ?? [])]),
    dynamic: (argument && dynamicArguments[argument.name()]) ?? null,
  }
}

function findOption(command: Command, word: string): Option | undefined {
  const name = word.split('=')[0]
  return command.options.find(({ long, short }) => long === name || short === name)
}

function listOptions(command: Command, given: ReadonlySet<string>): string[] {
  const visible = command.createHelp().visibleOptions(command)
  return visible.flatMap(({ long }) => (long && !given.has(long) ? [long] : []))
}
