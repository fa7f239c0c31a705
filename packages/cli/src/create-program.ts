import { Command } from 'commander'
import { addApprovalsCommand } from './commands/approvals.ts'
import { addAuditCommand } from './commands/audit.ts'
import { addClustersCommand } from './commands/clusters.ts'
import { addContextCommands } from './commands/contexts.ts'
import { addCostCommand } from './commands/cost.ts'
import { addLoadCommand } from './commands/load.ts'
import { addMoveCommands } from './commands/move/add-move-commands.ts'
import { addOrderCommands } from './commands/orders.ts'
import { addPipelineCommands } from './commands/pipelines.ts'
import { addRunsCommands } from './commands/runs.ts'
import { addStateCommands } from './commands/state/add-state-commands.ts'
import { addTablesCommand } from './commands/tables.ts'
import { addTtlCommand } from './commands/ttl.ts'
import { addWhyCommand } from './commands/why.ts'
import { addCompletionCommands } from './completion/add-completion-commands.ts'
import type { Host } from './session.ts'

/** All commands. What they do is up to the host. */
export function createProgram(
  host: Host,
  output: { out(text: string): void; note(text: string): void },
): Command {
  const program = new Command('frostline')
    .description('The command line of Frostline, a console for ClickHouse on object storage')
    .version('0.1.0')
    .exitOverride()
    // The options of a command with commands of its own are not those of the commands.
    .enablePositionalOptions()
    .showHelpAfterError('Add --help for usage and examples.')
    .configureOutput({
      writeOut: (text) => output.out(text.replace(/\n$/, '')),
      writeErr: (text) => output.note(text.replace(/\n$/, '')),
      outputError: (text, write) =>
        write(text.replace(/^error: (.)/, (_, first: string) => `Error: ${first.toUpperCase()}`)),
    })
    .addHelpText('after', help)
  addContextCommands(program, host)
  addClustersCommand(program, host)
  addTablesCommand(program, host)
  addWhyCommand(program, host)
  addCostCommand(program, host)
  addMoveCommands(program, host)
  addTtlCommand(program, host)
  addLoadCommand(program, host)
  addPipelineCommands(program, host)
  addRunsCommands(program, host)
  addOrderCommands(program, host)
  addApprovalsCommand(program, host)
  addStateCommands(program, host)
  addAuditCommand(program, host)
  addCompletionCommands(program, host)
  return program
}

const help = `
Environment:
  FROSTLINE_URL, FROSTLINE_TOKEN  console and API token, instead of a context
  FROSTLINE_CONTEXT               name of a context
  FROSTLINE_CLUSTER               cluster of commands without --cluster

Exit codes:
  0 done, 1 failed, 2 wrong usage, 3 refused or not allowed, 4 unreachable,
  5 the run was cancelled, 6 the time limit of --wait passed, 7 drift,
  130 interrupted`
