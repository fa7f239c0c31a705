import type { RunStatus } from '../run/run-status.ts'
import {
  type Answer,
  answer,
  bytesOf,
  countOf,
  durationOf,
  nameOf,
  verb,
  type Words,
  words,
} from './words.ts'

interface AnsweredLoadPlan {
  accepted: boolean
  blocking: number
  warnings: number
  objects: number
  sizeBytes: bigint
  batches: number
  target: string
  duration: { fastMs: number; slowMs: number } | null
}

/** A load before its start. */
export function answerLoadPlan(plan: AnsweredLoadPlan): Answer {
  if (!plan.accepted)
    return answer(
      'danger',
      words`the load cannot start: ${countOf(plan.blocking, 'check')} ${verb(plan.blocking, 'blocks', 'block')} it`,
    )
  return answer(
    plan.warnings > 0 ? 'warn' : 'accent',
    words`${countOf(plan.objects, 'object')} (${bytesOf(plan.sizeBytes)}) would be loaded into ${nameOf(plan.target)} in ${countOf(plan.batches, 'batch', 'batches')}`,
    plan.duration === null
      ? []
      : words`it takes ${durationOf(plan.duration.fastMs)} to ${durationOf(plan.duration.slowMs)}`,
    plan.warnings > 0
      ? words`${countOf(plan.warnings, 'check')} ${verb(plan.warnings, 'warns', 'warn')}`
      : [],
  )
}

interface AnsweredLoad {
  status: RunStatus
  target: string
  totalFiles: number
  totalBytes: bigint
  loadedFiles: number
  loadedBytes: bigint
  loadedRows: bigint
  skippedRows: bigint
  /** Failed, or changed since the start. */
  failedFiles: number
  waitReason: string | null
  leftMs: number | null
}

/** A load at any moment: what is in the table, what failed, what it waits for. */
export function answerLoad(load: AnsweredLoad): Answer {
  const { status, loadedFiles, totalFiles } = load
  const whole = loadedFiles === totalFiles
  const loaded = words`${whole && totalFiles > 1 ? 'all ' : ''}${whole ? '' : `${loadedFiles.toLocaleString('en-US')} of `}${countOf(totalFiles, 'object')} (${bytesOf(load.loadedBytes)}${whole ? '' : words` of ${bytesOf(load.totalBytes)}`}) ${verb(loadedFiles, 'is', 'are')} in ${nameOf(load.target)} with ${countOf(load.loadedRows, 'row')}`
  const failed =
    load.failedFiles === 0
      ? []
      : words`${countOf(load.failedFiles, 'object')} ${verb(load.failedFiles, 'has', 'have')} failed or changed, and none of ${verb(load.failedFiles, 'its', 'their')} rows is in the table`
  const skipped =
    load.skippedRows === 0n
      ? []
      : words`${countOf(load.skippedRows, 'bad row')} ${verb(load.skippedRows, 'was', 'were')} skipped`
  if (status === 'completed') {
    const clean = load.failedFiles === 0 && load.skippedRows === 0n
    return answer(clean ? 'ok' : 'warn', loaded, failed, skipped)
  }
  if (status === 'failed') return answer('danger', loaded, failed, skipped)
  if (status === 'cancelled') return answer('warn', loaded, failed, skipped, words`the rest was not loaded`)
  return answer(
    status === 'queued' || status === 'running' ? 'accent' : 'warn',
    loaded,
    failed,
    skipped,
    describeProgress(load),
  )
}

function describeProgress({ status, waitReason, leftMs }: AnsweredLoad): Words {
  if (status === 'paused') return words`it is paused`
  if (status === 'pausing') return words`it pauses after the current batch`
  if (status === 'cancelling') return words`it is being cancelled`
  if (waitReason !== null) return words`it waits: ${waitReason.replace(/\.$/, '')}`
  if (status === 'queued') return words`it waits for a worker`
  return leftMs === null ? [] : words`about ${durationOf(leftMs)} are left`
}

/** A point for each batch that was loaded: what was in the table then. */
export function sumOverTime(
  startedAt: Date | null,
  batches: readonly { finishedAt: Date | null; rows: bigint; bytes: bigint; loaded: boolean }[],
): { at: Date; rows: bigint; bytes: bigint }[] {
  if (startedAt === null) return []
  const points = [{ at: startedAt, rows: 0n, bytes: 0n }]
  const done = batches
    .flatMap(({ finishedAt, loaded, rows, bytes }) =>
      finishedAt && loaded ? [{ finishedAt, rows, bytes }] : [],
    )
    .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime())
  for (const { finishedAt: at, rows, bytes } of done) {
    const last = points[points.length - 1]
    if (last) points.push({ at, rows: last.rows + rows, bytes: last.bytes + bytes })
  }
  return points
}
