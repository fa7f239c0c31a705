import type { Command } from 'commander'

/** A command with the options of all commands, and examples in its help. */
export function defineCommand(
  parent: Command,
  usage: string,
  description: string,
  examples: readonly string[],
): Command {
  const lines = examples.map((example) => `  $ frostline ${example}`)
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print JSON')
    .option('--context <name>', 'use this context instead of the current one')
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}

export function withCluster(command: Command): Command {
  return command.option(
    '-c, --cluster <name>',
    'cluster; not needed if there is only one, or with FROSTLINE_CLUSTER',
  )
}

/** Of commands that start a run. */
export function withWait(command: Command): Command {
  return command
    .option('--wait', 'wait until the run ends; its result is the exit code')
    .option('--timeout <duration>', 'stop waiting after this time, such as 2h; the run continues')
}
export interface WaitOptions {
  wait?: boolean
  timeout?: string
}
