import type { StagingNames } from '@frostline/clickhouse'
import { type BatchFence, type LoadFile, recordBatch, recordPublishes } from '@frostline/db'
import { type BatchVerdict, type DuplicateParts, isTextFormat } from '@frostline/domain'
import { pause } from '../pause.ts'
import type { BadRowsOnNode } from './bad-rows.ts'
import { findLeftOut } from './find-duplicates.ts'
import type { StagedOnNode } from './judge-attempt.ts'
import type { LoadTask } from './load-task.ts'
import { explainTurn, planPublishes } from './plan-publishes.ts'
import type { SentStatement } from './send-statements.ts'
import { settleDuplicates } from './settle-duplicates.ts'
import { untilSeen } from './until-seen.ts'

export type ArrivalsEnd =
  /** `isAllNew`: nothing of what is staged is in the table already. */
  | { kind: 'loaded'; isAllNew: boolean }
  | { kind: 'staged' }
  /** Its parts would be left out: they are staged once more, with ids of their own. */
  | { kind: 'stage-anew' }

interface StagedBatch {
  files: readonly LoadFile[]
  staged: readonly StagedOnNode[]
  bad: readonly BadRowsOnNode[]
  statements: readonly SentStatement[]
  verdict: Extract<BatchVerdict, { kind: 'complete' }>
}

/**
 * Waits for the rows of the table to be counted, settles what the table would leave out, waits for the turn of the batch at the
 * table, and writes down what arrives, with the floors of that moment. What was given to the table while it waited is seen there once more.
 */
export async function recordArrivals(
  task: LoadTask,
  fence: BatchFence,
  names: StagingNames,
  batch: StagedBatch,
): Promise<ArrivalsEnd> {
  const { db } = task.deps
  const { database, table } = task.spec.landing
  const landing = { clusterId: task.clusterId, database, table }
  if (!(await task.countedBefore)) return { kind: 'staged' }
  let told = ''
  let present: readonly DuplicateParts[] | null = null
  for (;;) {
    if (present === null) {
      const settled = await settleDuplicates(task, fence, names, batch.staged)
      if (settled.kind === 'stopped') return { kind: 'staged' }
      if (settled.kind === 'stage-anew') return settled
      present = settled.present
    }
    const adopted = present
    const other = await untilSeen(task, fence, () =>
      recordPublishes(db, fence, landing, () => observe(task, batch, adopted)),
    )
    if (other === null) break
    if (other === 'stopped' || (await task.orders.stopped())) return { kind: 'staged' }
    if (other === 'unsettled') {
      present = null
      continue
    }
    const waitReason = explainTurn(`${database}.${table}`, other)
    if (waitReason !== told) await recordBatch(db, fence, { waitReason })
    told = waitReason
    await pause(300, () => task.orders.stopped())
  }
  task.announce()
  return { kind: 'loaded', isAllNew: present.length === 0 }
}

/** Null: the table would leave out more than was settled. */
async function observe(
  task: LoadTask,
  { files, staged, bad, statements, verdict }: StagedBatch,
  present: readonly DuplicateParts[],
) {
  const found = await findLeftOut(task, staged)
  if (found.some((one) => !present.some((known) => holdsAll(known, one)))) return null
  const { bucket } = task.spec.source
  const statementOf = new Map(
    statements.flatMap((each) => each.plan.files.map(({ ordinal }) => [ordinal, each] as const)),
  )
  const skipped = new Map(bad.flatMap((node) => [...node.skipped]))
  // By s3Cluster a node takes whole objects; where rows are re-sharded, those of an object lie on all nodes.
  const readerOf = (path: string) => {
    const readers = staged.filter(({ counts }) => counts.some((counted) => counted.path === path))
    return task.spec.strategy.kind === 'cluster' && readers.length === 1
      ? (readers[0]?.nodeName ?? null)
      : null
  }
  const countsBadRows = task.spec.badRows.kind !== 'fail' && isTextFormat(task.spec.read.format)
  return {
    rows: verdict.rows,
    now: task.deps.now(),
    files: files.map(({ ordinal, key }) => {
      const statement = statementOf.get(ordinal)
      return {
        ordinal,
        rows: verdict.rowsByPath.get(`${bucket}/${key}`) ?? 0n,
        skippedRows: countsBadRows ? (skipped.get(ordinal) ?? 0n) : null,
        nodeName: statement?.plan.through === 'node' ? statement.plan.nodeName : readerOf(`${bucket}/${key}`),
        queryId: statement?.queryId ?? null,
      }
    }),
    publishes: await planPublishes(
      task,
      [
        ...staged.map(({ nodeName, parts }) => ({ nodeName, tableKind: 'data' as const, parts })),
        ...bad.map(({ nodeName, parts }) => ({ nodeName, tableKind: 'bad-rows' as const, parts })),
      ],
      present,
    ),
  }
}

function holdsAll(known: DuplicateParts, one: DuplicateParts): boolean {
  return (
    known.nodeName === one.nodeName &&
    known.partitionId === one.partitionId &&
    one.parts.every(({ name }) => known.parts.some((part) => part.name === name))
  )
}
