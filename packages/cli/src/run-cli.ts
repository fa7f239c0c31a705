import { CommanderError } from 'commander'
import { createProgram } from './create-program.ts'
import { CliError, type ExitName, exitCodes } from './exit-codes.ts'
import { printableLines } from './format/render-table.ts'
import type { Io } from './io.ts'
import { type Host, openSession } from './session.ts'

/** Runs a command line without the name of the program. Returns the exit code. */
export async function runCli(words: readonly string[], io: Io): Promise<number> {
  let exit: ExitName = 'ok'
  const host: Host = {
    async run(options, work) {
      exit = (await work(openSession(io, options))) ?? 'ok'
    },
  }
  try {
    await createProgram(host, io).parseAsync([...words], { from: 'user' })
    return exitCodes[exit]
  } catch (error) {
    io.progress('')
    return report(error, io, words.includes('--json'))
  }
}

function report(error: unknown, io: Io, json: boolean): number {
  // The parser has written its message.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
  const known =
    error instanceof CliError
      ? error
      : new CliError(
          'failed',
          `Internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        )
  const { exit, message, hint, code } = known
  if (json) io.note(JSON.stringify({ error: { exit, exitCode: exitCodes[exit], code, message, hint } }))
  else io.note(printableLines(`Error: ${message}${hint === null ? '' : `\n${hint}`}`))
  return exitCodes[exit]
}
