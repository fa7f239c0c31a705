import { type StagingNames, stagingNames, tablesByPrefix } from '@frostline/clickhouse'
import {
  type BatchFence,
  type LoadBatch,
  type LoadFile,
  listAttemptStatements,
  recordBatch,
  recordStatementEnded,
  recordStatementUnsent,
} from '@frostline/db'
import type { AttemptPlan, StatementPlan } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { findOutStatement } from '../statement/find-out-statement.ts'
import { hashStaged, observeStaged, type StagedOnNode } from './judge-attempt.ts'
import { type LoadTask, nodeOf } from './load-task.ts'
import { proveUnsent } from './prove-unsent.ts'
import type { SentStatement } from './send-statements.ts'
import { untilSeen } from './until-seen.ts'

type LoadStatement = Awaited<ReturnType<typeof listAttemptStatements>>[number]

export type TakenUp =
  /**
   * Those that have ended well: all of the plan, or the rest is still to be sent, through tables of the names with so many
   * closed doors.
   */
  | { kind: 'goes-on'; sent: SentStatement[]; closedDoors: number }
  /** `reason` null: nothing was staged. */
  | { kind: 'lost'; reason: string | null }

/**
 * What a former worker, or this one before a pause, has staged in the last attempt. Its statements are those of the plan of
 * now, each has ended well, is waited for or was never sent, and what they filled is there: else nothing is gone on from. What
 * stands in the tables is counted afterwards, as ever.
 */
export async function takeUpStaged(
  task: LoadTask,
  fence: BatchFence,
  batch: LoadBatch,
  plan: AttemptPlan<LoadFile>,
): Promise<TakenUp> {
  if (!batch.keepsStaged) return { kind: 'lost', reason: null }
  const statements = await listAttemptStatements(task.deps.db, batch.id, batch.attempt)
  if (statements.length === 0) return { kind: 'lost', reason: null }
  const sent: SentStatement[] = []
  let closedDoors = statements.filter(({ status }) => status === 'unsent').length
  const attempt: Attempt = { fence, batch, plan, closedDoors }
  for (const statement of statements) {
    if (statement.status === 'unsent') continue
    const own = plan.statements.find((each) => isOf(statement, each))
    if (!own || sent.some((other) => other.plan === own))
      return { kind: 'lost', reason: 'its objects have changed.' }
    const end = await findEnd(task, attempt, statement)
    if (end.kind === 'lost') return end
    if (end.kind === 'succeeded') sent.push({ plan: own, queryId: statement.queryId })
    else closedDoors++
  }
  const missing = await untilSeen(task, fence, () => findMissingTable(task, attempt))
  if (missing === 'stopped' || missing === null) return { kind: 'goes-on', sent, closedDoors }
  return { kind: 'lost', reason: `${missing.table} is not on ${missing.node} any more.` }
}

/** As it stood when it was taken up. */
interface Attempt {
  fence: BatchFence
  batch: LoadBatch
  plan: AttemptPlan<LoadFile>
  closedDoors: number
}

function namesOf(task: LoadTask, { batch, closedDoors }: Attempt) {
  return stagingNames(task.run.id, batch.ordinal, batch.attempt, closedDoors)
}

function isOf(statement: LoadStatement, { nodeName, files }: StatementPlan<LoadFile>): boolean {
  const { fileOrdinals } = statement
  return (
    statement.nodeName === nodeName &&
    fileOrdinals.length === files.length &&
    files.every(({ ordinal }, index) => fileOrdinals[index] === ordinal)
  )
}

type StatementFate = { kind: 'succeeded' } | { kind: 'unsent' } | { kind: 'lost'; reason: string }

/** A statement goes on without the worker that sent it: it is waited for. */
async function findEnd(
  task: LoadTask,
  attempt: Attempt,
  { queryId, nodeName, status, endedAt, sentAt, error }: LoadStatement,
): Promise<StatementFate> {
  const { fence, plan } = attempt
  const lost = (reason: string) => ({ kind: 'lost' as const, reason })
  if (status === 'succeeded') return { kind: status }
  if (endedAt !== null) return lost(`its statement on ${nodeName} was interrupted: ${error ?? status}`)
  const { db, now } = task.deps
  const node = nodeOf(task, nodeName)
  const backoff = new Backoff(500, 30_000)
  for (let told = false; ; told = true) {
    const end = await findOutStatement(node, { queryId, sentAt }, () => task.orders.stopped())
    switch (end.kind) {
      case 'finished':
        await recordStatementEnded(db, queryId, { status: 'succeeded', now: now() })
        return { kind: 'succeeded' }
      case 'failed':
        return lost(`its statement on ${nodeName} failed: ${end.error.message.slice(0, 300)}`)
      case 'no-word': {
        const proof = await proveUnsent(node, {
          queryId,
          ...{ database: task.spec.landing.database, names: namesOf(task, attempt) },
          throughOutput: plan.output !== null,
        })
        if (proof === 'away') break
        if (proof === 'maybe')
          return lost(`${nodeName} no longer runs its statement and has no record of its end.`)
        const told = `It was recorded but not sent: ${nodeName} has no record of it and would reject it now.`
        await recordStatementUnsent(db, fence, { queryId, error: told, now: now() })
        return { kind: 'unsent' }
      }
      case 'stopped':
        return lost('the load was stopped.')
      case 'away':
        break
    }
    if (await task.orders.stopped()) return lost('the load was stopped.')
    if (!told) {
      const waitReason = `${nodeName} does not answer. Its statement may still run there, so the load waits for it.`
      await recordBatch(db, fence, { waitReason })
      task.announce()
    }
    await pause(backoff.next(), () => task.orders.stopped())
  }
}

/** Of those that keep rows: the others are made again before anything is sent. */
async function findMissingTable(
  task: LoadTask,
  attempt: Attempt,
): Promise<{ node: string; table: string } | null> {
  const { landing, badRows } = task.spec
  const { nodeNames } = attempt.plan
  const names = namesOf(task, attempt)
  const wanted = [names.data, names.counts, ...(badRows.kind === 'collect' ? [names.badRows] : [])]
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

export interface CountedStage {
  staged: StagedOnNode[]
  /** Why it is not what was staged before the attempt was taken up. Null: nothing speaks against it. */
  other: string | null
}

/**
 * What all statements of an attempt have staged. Its hash is in the ledger then, unless it is other than before.
 * @param takenUp statements that had ended before this worker took the attempt up; null: none.
 * Throws QueryFailedError when a node cannot be asked.
 */
export async function countStaged(
  task: LoadTask,
  fence: BatchFence,
  batch: Pick<LoadBatch, 'stagedHash'>,
  names: StagingNames,
  plan: AttemptPlan<LoadFile>,
  takenUp: readonly SentStatement[] | null,
): Promise<CountedStage> {
  const staged = await observeStaged(task, names, plan)
  const read = takenUp?.flatMap(({ plan: own }) => own.files)
  const other = read ? explainOther(batch, read, staged, task.spec.source.bucket) : null
  if (other === null) await recordBatch(task.deps.db, fence, { stagedHash: hashStaged(staged) })
  return { staged, other }
}

/**
 * Why what is staged may not be what was. Where it was never counted before, an object without a row is no proof that it is
 * empty: the node may have lost what it had.
 * @param files that were read before it was taken up.
 */
function explainOther(
  batch: Pick<LoadBatch, 'stagedHash'>,
  files: readonly LoadFile[],
  staged: readonly StagedOnNode[],
  bucket: string,
): string | null {
  if (batch.stagedHash !== null)
    return hashStaged(staged) === batch.stagedHash
      ? null
      : 'the staging tables no longer have the same parts and counts.'
  const counted = new Set(staged.flatMap(({ counts }) => counts.map(({ path }) => path)))
  const file = files.find(({ key }) => !counted.has(`${bucket}/${key}`))
  return file ? `no row of ${file.key} is staged.` : null
}
