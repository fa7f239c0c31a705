import type { WaitOptions } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { formatDuration, formatPercent } from '../format/quantities.ts'
import { readDuration } from '../format/read-values.ts'
import { printable } from '../format/render-table.ts'
import type { Session } from '../session.ts'
import { nameRun, type Run, readRun } from './read-run.ts'

const pollMs = 1_000
/** A restart of the console must not end a job of CI. */
const patienceMs = 300_000

/** How a run ended, as the exit of a command. Undefined: it has not ended. */
export function exitOf(status: Run['status']): ExitName | undefined {
  if (status === 'completed') return 'ok'
  return status === 'failed' || status === 'cancelled' ? status : undefined
}

/** Waits until the run ends, with progress on a terminal and a line when its state changes. */
export async function waitForRun(session: Session, id: string, { timeout }: WaitOptions): Promise<Run> {
  const { io } = session
  const started = io.now().getTime()
  const limitMs = timeout === undefined ? Number.POSITIVE_INFINITY : readDuration(timeout)
  let told = ''
  for await (const run of watchRun(session, id)) {
    const state = describeState(run)
    if (exitOf(run.status)) {
      io.progress('')
      return run
    }
    if (state !== told && isStopped(run)) io.note(`${nameRun(run)} is ${state}.`)
    told = state
    const elapsedMs = io.now().getTime() - started
    if (elapsedMs > limitMs) {
      io.progress('')
      throw new CliError(
        'timeout',
        `${nameRun(run)} is ${state} after ${formatDuration(elapsedMs)}.`,
        continues(id),
      )
    }
    io.progress(renderProgress(run, elapsedMs))
  }
  throw new CliError('failed', `The run ${id} cannot be read.`)
}

/** The run, read once a second. Short outages of the console are waited for. */
export async function* watchRun(session: Session, id: string): AsyncGenerator<Run> {
  const { io } = session
  let answeredAt = io.now().getTime()
  for (;;) {
    try {
      const run = await readRun(session, id)
      answeredAt = io.now().getTime()
      yield run
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== 'unreachable') throw error
      if (io.now().getTime() - answeredAt > patienceMs)
        throw new CliError('unreachable', error.message, continues(id), error.code)
    }
    try {
      await io.sleep(pollMs)
    } catch {
      io.progress('')
      throw new CliError('interrupted', 'Interrupted.', continues(id))
    }
  }
}

const continues = (id: string) => `The run continues. Follow it with \`frostline logs -f ${id}\`.`

const isStopped = ({ status }: Run) => status === 'paused' || status === 'waiting'

function describeState({ status, pausedBy, waitReason }: Run): string {
  if (status === 'paused' && pausedBy !== null) return `paused by ${printable(pausedBy)}`
  return waitReason === null ? status : `${status}: ${printable(waitReason).replace(/\.$/, '')}`
}

const width = 24

export function renderProgress(run: Run, elapsedMs: number): string {
  const { progress } = run
  const filled = Math.round((progress ?? 0) * width)
  const bar = progress === null ? '' : `[${'='.repeat(filled)}${' '.repeat(width - filled)}] `
  const share = progress === null ? '' : `${formatPercent(progress)}  `
  return `${bar}${share}${describeState(run)}  ${formatDuration(elapsedMs)}`
}
