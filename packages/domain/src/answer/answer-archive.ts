import { type ArchiveRetention, describeRetention } from '../archive/archive-retention.ts'
import type { ArchiveStage } from '../archive/archive-stage.ts'
import type { RunStatus } from '../run/run-status.ts'
import { describeRunState, toneOfRun } from './run-state.ts'
import { type Answer, answer, bytesOf, countOf, nameOf, timeOf, verb, type Words, words } from './words.ts'

interface Sum {
  partitions: number
  rows: bigint
  bytes: bigint
}

/** An archive before it is started. */
export function answerArchivePlan(plan: Sum & { files: number; obstacles: number }): Answer {
  if (plan.obstacles > 0)
    return answer(
      'danger',
      words`nothing can be archived now: ${countOf(plan.obstacles, 'obstacle')} must be fixed first`,
    )
  return answer(
    'accent',
    words`${countOf(plan.rows, 'row')} in ${countOf(plan.partitions, 'partition')} would become ${countOf(plan.files, 'file')}`,
    words`${bytesOf(plan.bytes)} on disk would be freed after an approval and the grace time`,
  )
}

interface AnsweredArchive {
  status: RunStatus
  stage: ArchiveStage
  total: Sum
  /** Proved, and in the table. */
  proved: Sum
  /** Detached. */
  held: Sum
  /** In the archive alone. */
  dropped: Sum
  files: number
  fileBytes: bigint
  dropAt: Date | null
  waitReason: string | null
}

/** Where the rows of an archive are, and what it waits for. */
export function answerArchive(archive: AnsweredArchive): Answer {
  const { status, stage, total, proved, held, dropped } = archive
  const rowsIn = ({ rows, partitions }: Sum): Words =>
    words`${countOf(rows, 'row')} in ${countOf(partitions, 'partition')}`
  if (status === 'cancelled')
    return answer('neutral', words`all rows are in the table`, words`the archive was cancelled`)
  if (status === 'completed')
    return answer(
      'ok',
      dropped.partitions === 0
        ? words`no partition had rows to archive`
        : words`${rowsIn(dropped)} ${verb(dropped.rows, 'is', 'are')} in the archive alone, in ${countOf(archive.files, 'file')} (${bytesOf(archive.fileBytes)})`,
      dropped.partitions === 0 ? [] : words`${bytesOf(dropped.bytes)} on disk were freed`,
    )
  if (status === 'waiting' && stage === 'exporting')
    return answer(
      'warn',
      words`${rowsIn(proved)} ${verb(proved.rows, 'is', 'are')} proved in the bucket and still in the table`,
      words`the detach needs an approval`,
    )
  if (status === 'waiting')
    return answer(
      'warn',
      words`${rowsIn(held)} ${verb(held.rows, 'is', 'are')} detached and can be attached again`,
      archive.dropAt === null
        ? []
        : words`${verb(held.partitions, 'it is', 'they are')} dropped ${timeOf(archive.dropAt)}`,
    )
  const [done, what]: [number, string] =
    stage === 'exporting'
      ? [proved.partitions, 'proved']
      : stage === 'detaching'
        ? [held.partitions, 'detached']
        : stage === 'dropping'
          ? [dropped.partitions, 'dropped']
          : [total.partitions - held.partitions, 'in the table']
  return answer(
    toneOfRun(status),
    words`${done.toLocaleString('en-US')} of ${countOf(total.partitions, 'partition')} ${verb(done, 'is', 'are')} ${what}`,
    status === 'failed' ? words`nothing was dropped without its proof` : [],
    describeRunState(status, archive.waitReason),
  )
}

interface AnsweredRestore {
  status: RunStatus
  partitions: number
  provedPartitions: number
  removedPartitions: number
  rows: bigint
  table: string
  waitReason: string | null
}

export function answerRestore(restore: AnsweredRestore): Answer {
  const { status, partitions, provedPartitions, removedPartitions } = restore
  if (status === 'completed' && removedPartitions === partitions)
    return answer(
      'ok',
      words`${countOf(restore.rows, 'row')} in ${countOf(partitions, 'partition')} ${verb(restore.rows, 'was', 'were')} in ${nameOf(restore.table)} for a time, and ${verb(restore.rows, 'is', 'are')} in the archive only now`,
    )
  if (status === 'completed' && removedPartitions > 0)
    return answer(
      'warn',
      words`${removedPartitions.toLocaleString('en-US')} of ${countOf(partitions, 'partition')} ${verb(removedPartitions, 'was', 'were')} removed from ${nameOf(restore.table)} again; the rest is there`,
    )
  if (status === 'completed')
    return answer(
      'ok',
      words`${countOf(restore.rows, 'row')} in ${countOf(partitions, 'partition')} ${verb(restore.rows, 'is', 'are')} in ${nameOf(restore.table)} again, equal to the archive`,
    )
  return answer(
    toneOfRun(status),
    words`${provedPartitions.toLocaleString('en-US')} of ${countOf(partitions, 'partition')} ${verb(provedPartitions, 'is', 'are')} loaded and equal to the archive`,
    status === 'failed' ? words`a retry continues, each row exactly once` : [],
    describeRunState(status, restore.waitReason),
  )
}

/** A restore before it is started. */
export function answerRestorePlan(plan: {
  rows: bigint
  partitions: number
  fileBytes: bigint
  table: string
  obstacles: number
}): Answer {
  if (plan.obstacles > 0)
    return answer(
      'danger',
      words`nothing can be restored there now: ${countOf(plan.obstacles, 'obstacle')} must be fixed first`,
    )
  return answer(
    'accent',
    words`${countOf(plan.rows, 'row')} in ${countOf(plan.partitions, 'partition')} would be loaded from ${bytesOf(plan.fileBytes)} of files into ${nameOf(plan.table)}`,
  )
}

interface AnsweredView {
  name: string
  exists: boolean
  partitions: number
  rows: bigint
  files: number
  fileBytes: bigint
  /** Nodes that have the table, and do not have the right view. */
  wrongNodes: number
  /** Nodes that do not answer. */
  unreadNodes: number
  obstacles: number
}

/** Whether archived rows can be queried together with the table. */
export function answerArchiveView(view: AnsweredView): Answer {
  const rows = countOf(view.rows, 'row')
  const from = words`${countOf(view.files, 'file')} (${bytesOf(view.fileBytes)})`
  if (!view.exists)
    return view.obstacles > 0
      ? answer('warn', words`a view over table and archive cannot be created now`)
      : view.partitions === 0
        ? answer(
            'neutral',
            words`all rows of the archives are in the table`,
            words`a view ${nameOf(view.name)} would read them from there`,
          )
        : answer(
            'neutral',
            words`queries of the table miss ${rows} that are in the archive alone`,
            words`a view ${nameOf(view.name)} would read them from ${from}`,
          )
  if (view.wrongNodes > 0)
    return answer(
      'warn',
      words`${nameOf(view.name)} is not up to date on ${countOf(view.wrongNodes, 'node')}`,
      words`update it before it is used there`,
    )
  if (view.unreadNodes > 0)
    return answer(
      'warn',
      words`${nameOf(view.name)} cannot be checked on ${countOf(view.unreadNodes, 'node')}`,
      words`${verb(view.unreadNodes, 'it does', 'they do')} not answer`,
    )
  return answer(
    'ok',
    words`${nameOf(view.name)} has each row once`,
    view.partitions === 0
      ? words`all are read from the table`
      : words`${rows} of ${countOf(view.partitions, 'partition')} ${verb(view.rows, 'is', 'are')} read from ${from}, the rest from the table`,
  )
}

/** How long the files of an archive are kept. */
export function answerRetention(kept: {
  /** Of the files that are left. */
  rows: bigint
  files: number
  /** Partitions whose files were deleted. */
  expired: number
  retention: ArchiveRetention | null
  expiresAt: Date | null
  hold: { by: string } | null
}): Answer {
  const { rows, files, expired, retention, expiresAt, hold } = kept
  if (files === 0 && expired > 0)
    return answer('neutral', words`all files were deleted`, words`their rows cannot be restored`)
  const what = words`${countOf(files, 'file')} with ${countOf(rows, 'row')}`
  if (hold)
    return answer(
      'warn',
      words`${what} ${verb(files, 'is', 'are')} under a legal hold by ${nameOf(hold.by)}`,
      words`nothing is deleted until an admin releases it`,
    )
  if (expiresAt !== null)
    return answer('warn', words`${what} ${verb(files, 'is', 'are')} deleted ${timeOf(expiresAt)}`)
  if (retention !== null)
    return answer(
      'neutral',
      words`${what} ${verb(files, 'is', 'are')} deleted ${describeRetention(retention)} after the drop`,
    )
  return answer('ok', words`${what} ${verb(files, 'is', 'are')} kept forever`)
}

interface AnsweredExpiry {
  status: RunStatus
  partitions: number
  deletedPartitions: number
  /** Of all partitions of the deletion. */
  rows: bigint
  files: number
  fileBytes: bigint
  waitReason: string | null
}

/** A deletion of files after their retention. */
export function answerExpiry(expiry: AnsweredExpiry): Answer {
  const { status, partitions, deletedPartitions: deleted, rows, files, fileBytes } = expiry
  if (status === 'completed')
    return answer(
      'ok',
      words`${countOf(files, 'file')} (${bytesOf(fileBytes)}) with ${countOf(rows, 'row')} ${verb(files, 'was', 'were')} deleted from the bucket`,
      words`the archive cannot restore them any more`,
    )
  return answer(
    toneOfRun(status),
    words`the files of ${deleted.toLocaleString('en-US')} of ${countOf(partitions, 'partition')} are deleted`,
    status === 'failed'
      ? words`the rest is in the bucket`
      : status === 'cancelled'
        ? words`the rest is kept forever`
        : [],
    describeRunState(status, expiry.waitReason),
  )
}

interface AnsweredRestoreRemoval {
  status: RunStatus
  partitions: number
  removedPartitions: number
  rows: bigint
  table: string
  waitReason: string | null
}

/** A removal of restored rows. */
export function answerRestoreRemoval(removal: AnsweredRestoreRemoval): Answer {
  const { status, partitions, removedPartitions: removed, rows } = removal
  if (status === 'completed')
    return answer(
      'ok',
      words`${countOf(rows, 'row')} in ${countOf(partitions, 'partition')} ${verb(rows, 'was', 'were')} removed from ${nameOf(removal.table)}`,
      words`${verb(rows, 'it is', 'they are')} in the archive only`,
    )
  return answer(
    toneOfRun(status),
    words`${removed.toLocaleString('en-US')} of ${countOf(partitions, 'partition')} ${verb(removed, 'is', 'are')} removed from ${nameOf(removal.table)}`,
    status === 'failed' || status === 'cancelled' ? words`the rest is in the table` : [],
    describeRunState(status, removal.waitReason),
  )
}
