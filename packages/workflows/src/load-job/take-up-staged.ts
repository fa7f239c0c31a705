import { allStagingTables, type StagingNames, tablesByPrefix } from '@frostline/clickhouse'
import {
  type BatchFence,
  type LoadBatch,
  type LoadFile,
  listAttemptStatements,
  recordBatch,
  recordStatementEnded,
} from '@frostline/db'
import type { AttemptPlan, StatementPlan } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { findOutStatement } from '../statement/find-out-statement.ts'
import { hashStaged, type StagedOnNode } from './judge-attempt.ts'
import { type LoadTask, nodeOf } from './load-task.ts'
import type { SentStatement } from './send-statements.ts'
import { untilSeen } from './until-seen.ts'

type LoadStatement = Awaited<ReturnType<typeof listAttemptStatements>>[number]

export type TakenUp =
  /** Those that have ended well: all of the plan, or the rest is still to be sent. */
  | { kind: 'goes-on'; sent: SentStatement[] }
  /** `reason` null: nothing was staged. */
  | { kind: 'lost'; reason: string | null }

/**
 * What a former worker, or this one before a pause, has staged in the last attempt. Its statements are those of the plan of
 * now, each has ended well or is waited for, and all its tables are there: else nothing is gone on from. What stands in the
 * tables is counted afterwards, as ever.
 */
export async function takeUpStaged(
  task: LoadTask,
  fence: BatchFence,
  batch: LoadBatch,
  names: StagingNames,
  plan: AttemptPlan<LoadFile>,
): Promise<TakenUp> {
  if (!batch.keepsStaged) return { kind: 'lost', reason: null }
  const statements = await listAttemptStatements(task.deps.db, batch.id, batch.attempt)
  if (statements.length === 0) return { kind: 'lost', reason: null }
  const sent: SentStatement[] = []
  for (const statement of statements) {
    const own = plan.statements.find((each) => isOf(statement, each))
    if (!own || sent.some((other) => other.plan === own))
      return { kind: 'lost', reason: 'its objects are not the same any more.' }
    const fault = await findEnd(task, fence, statement)
    if (fault !== null) return { kind: 'lost', reason: fault }
    sent.push({ plan: own, queryId: statement.queryId })
  }
  const missing = await untilSeen(task, fence, () => findMissingTable(task, names, plan))
  if (missing === 'stopped' || missing === null) return { kind: 'goes-on', sent }
  return { kind: 'lost', reason: `${missing.table} is not on ${missing.node} any more.` }
}

function isOf(statement: LoadStatement, { nodeName, files }: StatementPlan<LoadFile>): boolean {
  const { fileOrdinals } = statement
  return (
    statement.nodeName === nodeName &&
    fileOrdinals.length === files.length &&
    files.every(({ ordinal }, index) => fileOrdinals[index] === ordinal)
  )
}

/** Null: it has ended well. A statement goes on without the worker that sent it: it is waited for. */
async function findEnd(
  task: LoadTask,
  fence: BatchFence,
  { queryId, nodeName, status, endedAt, sentAt, error }: LoadStatement,
): Promise<string | null> {
  if (status === 'succeeded') return null
  if (endedAt !== null) return `its statement on ${nodeName} broke off: ${error ?? status}`
  const { db, now } = task.deps
  const backoff = new Backoff(500, 30_000)
  for (let told = false; ; told = true) {
    const end = await findOutStatement(nodeOf(task, nodeName), { queryId, sentAt }, () =>
      task.orders.stopped(),
    )
    switch (end.kind) {
      case 'finished':
        await recordStatementEnded(db, queryId, { status: 'succeeded', now: now() })
        return null
      case 'failed':
        return `its statement on ${nodeName} failed: ${end.error.message.slice(0, 300)}`
      case 'no-word':
        return `${nodeName} does not run its statement any more and has no record of its end.`
      case 'stopped':
        return 'it was to stop.'
      case 'away':
        if (await task.orders.stopped()) return 'it was to stop.'
        if (!told) {
          const waitReason = `${nodeName} does not answer. Its statement may still run there, so it is waited for.`
          await recordBatch(db, fence, { waitReason })
          task.announce()
        }
        await pause(backoff.next(), () => task.orders.stopped())
    }
  }
}

async function findMissingTable(
  task: LoadTask,
  names: StagingNames,
  { nodeNames, output }: AttemptPlan<LoadFile>,
): Promise<{ node: string; table: string } | null> {
  const { landing, badRows } = task.spec
  const wanted = allStagingTables(names).filter(
    (table) =>
      (table !== names.output || output !== null) && (table !== names.badRows || badRows.kind === 'collect'),
  )
  const looks = await Promise.all(
    nodeNames.map(async (node) => {
      const given = { database: landing.database, prefix: names.data }
      const { rows } = await nodeOf(task, node).client.query(tablesByPrefix, given)
      const table = wanted.find((name) => !rows.some((row) => row.name === name))
      return table === undefined ? null : { node, table }
    }),
  )
  return looks.find((look) => look !== null) ?? null
}

/**
 * Why what is staged may not be what was. Where it was never counted before, an object without a row is no proof that it is
 * empty: the node may have lost what it had.
 */
export function explainOther(
  batch: Pick<LoadBatch, 'stagedHash'>,
  files: readonly LoadFile[],
  staged: readonly StagedOnNode[],
  bucket: string,
): string | null {
  if (batch.stagedHash !== null)
    return hashStaged(staged) === batch.stagedHash
      ? null
      : 'the staging tables do not hold the parts and counts that they held before.'
  const counted = new Set(staged.flatMap(({ counts }) => counts.map(({ path }) => path)))
  const file = files.find(({ key }) => !counted.has(`${bucket}/${key}`))
  return file ? `no row of ${file.key} is staged.` : null
}
