import type { ExitName } from '../exit-codes.ts'
import { formatDuration } from '../format/quantities.ts'
import { printable } from '../format/render-table.ts'
import type { Io } from '../io.ts'
import { nameRun, type Run } from './read-run.ts'
import { exitOf } from './wait-for-run.ts'

/** Says how a run ended, and what to do if it failed. */
export function reportEnd(io: Io, run: Run): ExitName {
  const elapsedMs = Date.parse(run.finishedAt ?? '') - Date.parse(run.startedAt ?? run.createdAt)
  const took = Number.isNaN(elapsedMs) ? '' : ` after ${formatDuration(elapsedMs)}`
  const by = run.cancelledBy === null ? '' : ` by ${printable(run.cancelledBy)}`
  io.note(`${nameRun(run)} ${run.status === 'failed' ? 'failed' : run.status}${by}${took}.`)
  if (run.status === 'failed') {
    if (run.error !== null) io.note(printable(run.error))
    io.note(
      `See \`frostline logs ${run.id}\`. Repeat what is left with \`frostline retry ${run.id} --wait\`.`,
    )
  }
  return exitOf(run.status) ?? 'failed'
}
