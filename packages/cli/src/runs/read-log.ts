import type { Answer } from '../api/client.ts'
import { formatBytes, formatCountOf } from '../format/quantities.ts'
import type { Session } from '../session.ts'
import type { Run } from './read-run.ts'

/** A line of the log of a run. */
export interface LogEntry {
  /** The same for the same event in a later reading. */
  key: string
  at: string
  source: 'run' | 'step' | 'batch'
  text: string
  by: string | null
}

/** What happened to a run and, of tier migrations and loads, to its steps, oldest first. */
export async function readLog(session: Session, run: Run): Promise<LogEntry[]> {
  const { api } = session
  const path = { id: run.id }
  const entries = (await api.call('GET /runs/{id}/history', { path })).toReversed().map(describeHistory)
  if (run.kind === 'tier-migration')
    entries.push(...(await api.call('GET /tier-migrations/{id}', { path })).stepList.flatMap(describeStep))
  if (run.kind === 'load-job')
    entries.push(...(await api.call('GET /loads/{id}', { path })).batches.flatMap(describeBatch))
  // Entries of the same time keep their order.
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

function describeHistory(entry: Answer<'GET /runs/{id}/history'>[number]): LogEntry {
  const { id, at, by, order, to, why, note } = entry
  const what = order === 'note' ? `note: ${note ?? ''}` : `${order}${to === null ? '' : ` → ${to}`}`
  return { key: `run ${id}`, at, source: 'run', text: why === null ? what : `${what}: ${why}`, by }
}

type Step = Answer<'GET /tier-migrations/{id}'>['stepList'][number]

export function describeStep(step: Step): LogEntry[] {
  const name = `step ${step.ordinal} (${step.partition} on ${step.nodeName})`
  const entry = (at: string, text: string): LogEntry => ({
    ...{ key: `step ${step.ordinal} ${text} ${at}`, at, source: 'step', text: `${name} ${text}`, by: null },
  })
  const started = step.startedAt === null ? [] : [entry(step.startedAt, 'started')]
  if (step.finishedAt === null) return started
  const moved = `${formatCountOf(step.movedParts, 'part')}, ${formatBytes(step.movedBytes)}`
  const proof = step.proof === null ? '' : `, proof: ${step.proof}`
  const check = step.deepCheckVerdict === null ? '' : `, deep check ${step.deepCheckVerdict}`
  const reason = step.error ?? step.endReason
  const why = reason === null ? '' : `: ${reason}`
  return [...started, entry(step.finishedAt, `${step.status}, ${moved}${proof}${check}${why}`)]
}

type Batch = Answer<'GET /loads/{id}'>['batches'][number]

export function describeBatch(batch: Batch): LogEntry[] {
  const name = `batch ${batch.ordinal} (${formatCountOf(batch.files, 'object')}, ${formatBytes(batch.sizeBytes)})`
  const entry = (at: string | null, text: string): LogEntry[] =>
    at === null
      ? []
      : [
          {
            key: `batch ${batch.ordinal} ${text} ${at}`,
            at,
            source: 'batch',
            text: `${name} ${text}`,
            by: null,
          },
        ]
  const rows = batch.rows === null ? '' : `, ${formatCountOf(batch.rows, 'row')}`
  const why = batch.error === null ? '' : `: ${batch.error}`
  return [
    ...entry(batch.startedAt, 'started'),
    ...entry(batch.loadedAt, `staged${rows}`),
    ...entry(batch.finishedAt, `${batch.status}${why}`),
  ]
}
