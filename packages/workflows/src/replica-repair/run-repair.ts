import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { replicaRepairStatement } from '@frostline/clickhouse'
import { judgeRepairEnd, type ReplicaRepair, recordRepair, recordRepairEnd } from '@frostline/db'
import { judgeRepair } from '@frostline/domain'
import { type ConnectedNode, observeRepair } from '@frostline/services'
import { Backoff } from '../pause.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { type DrivenEnd, driveStatement, type StatementTask } from '../statement/drive-statement.ts'
import { workerContext } from '../worker/worker-context.ts'

/** A closed table is available again in seconds; the server's state then decides. */
const proofWaitMs = 20_000
/** KILL QUERY does not end SYSTEM SYNC REPLICA (26.7): a cancelled one runs for at most this long. */
const syncSliceSeconds = 10
const timeoutExceeded = 159

export const repairWork: WorkOfKind = {
  kind: 'replica-repair',
  maxAtOnce: 8,
  drive: carryOutRepair,
  judge: judgeRepairEnd,
  async describe(tx, id) {
    const repair = await tx.replicaRepair.findUniqueOrThrow({ where: { id } })
    const { database, table, kind, replicaName, keeperPath, nodeName, statement, queryId, proof } = repair
    return {
      ...{ objectName: `${database}.${table}`, didSome: false },
      statements: queryId === null ? [] : [{ node: nodeName, sql: statement, queryId }],
      details: { kind, replica: replicaName, keeperPath, proof },
    }
  },
}

/**
 * Checks again, sends the statement, and verifies its effect. A recorded statement was sent, perhaps by a dead worker:
 * it is followed, never sent again.
 */
async function carryOutRepair(begun: BegunRun): Promise<void> {
  const { deps, ref, run } = begun
  const repair = await deps.db.replicaRepair.findUniqueOrThrow({ where: { id: ref.id } })
  if (repair.verified !== null) return
  const task = new RunTask(begun)
  const { nodes } = await deps.clusters.get(run.clusterId)
  const node = nodes.find(({ name }) => name === repair.nodeName)
  if (!node) return task.fail(`${repair.nodeName} is not in the cluster any more.`)
  const end = await carry(task, repair, node)
  if (end === null) return
  const { done, text, figures } = await prove(task, repair, end)
  const failure = end === 'stopped' || end === 'no-word' ? null : end.error
  const late = typeof end === 'object' && end.code === timeoutExceeded
  const own = figures.replicas.find(({ replicaName }) => replicaName === repair.replicaName)
  const told = (why: string) => explain(repair, { failure: why, late, waitsFor: own?.waitsFor ?? null })
  const seen = { after: figures, verified: end !== 'stopped' && done === true && failure === null }
  await recordRepairEnd(deps.db, ref, {
    ...seen,
    proof: end === 'stopped' ? `${told('It was cancelled.')} ${text}` : text,
    error: end === 'stopped' || seen.verified ? null : told(failure ?? text),
  })
}

/** Null: nothing was sent, and the ledger says why. */
async function carry(task: RunTask, repair: ReplicaRepair, node: ConnectedNode): Promise<DrivenEnd | null> {
  const { deps, run } = task
  const what = `SYSTEM ${repair.kind.toUpperCase()} REPLICA`
  const isSync = repair.kind === 'sync'
  const until = (await readBegin(task)).getTime() + repair.limitSeconds * 1_000
  let end: DrivenEnd | null = null
  if (repair.queryId !== null && repair.sentAt !== null) {
    const sent = { queryId: repair.queryId, sentAt: repair.sentAt }
    end = await driveStatement(isSync ? unlessAway(task) : task, node, sent, what)
    if (!isSync) return end
  } else {
    const { plan, figures } = await observe(task, repair)
    if (await task.stopped()) return null
    if (plan.refusal || plan.node !== repair.nodeName) {
      await task.fail(
        `Nothing was sent. ${plan.refusal?.text ?? `${repair.nodeName} cannot run it any more.`}`,
      )
      return null
    }
    await recordRepair(deps.db, run, { before: figures })
  }
  while (end === null || mayGoOn(end)) {
    if (await task.stopped()) return 'stopped'
    const leftSeconds = Math.ceil((until - deps.now().getTime()) / 1_000)
    if (end !== null && leftSeconds <= 0) return end
    const sent = { queryId: `frostline-repair-${randomUUID()}`, sentAt: deps.now() }
    await recordRepair(deps.db, run, sent)
    const limitSeconds = Math.max(1, Math.min(syncSliceSeconds, leftSeconds))
    const request = replicaRepairStatement(repair.kind, repair, { ...repair, limitSeconds })
    end = await driveStatement(isSync ? unlessAway(task) : task, node, sent, what, {
      ...request,
      purpose: 'replica_repair',
    })
    if (!isSync) return end
  }
  return end
}

/** Start of its time limit: a retry restarts it, a recovery does not. */
async function readBegin({ deps, run }: RunTask): Promise<Date> {
  const begin = await deps.db.runTransition.findFirst({
    where: { runId: run.id, order: 'begin' },
    orderBy: { id: 'desc' },
  })
  return begin?.at ?? deps.now()
}

function observe({ deps, clusterId }: RunTask, repair: ReplicaRepair) {
  return observeRepair(workerContext(deps), { ...repair, cluster: clusterId })
}

/**
 * For a slice of a sync that has reached its time limit, or whose end is unknown. It changes nothing, so it may be sent
 * again.
 */
function mayGoOn(end: DrivenEnd): boolean {
  return end === 'no-word' || (end !== 'stopped' && end.code === timeoutExceeded)
}

/**
 * A sync is not killed, since the server ignores that: its slice ends by itself. Only a node that is down is abandoned.
 */
function unlessAway(task: StatementTask): StatementTask {
  let away = false
  return {
    stopped: async () => away && (await task.stopped()),
    wait: (node, reason) => {
      away = reason !== null
      return task.wait(node, reason)
    },
  }
}

/** The server's state afterwards. Waits a moment where the statement has succeeded and it does not show yet. */
async function prove(task: RunTask, repair: ReplicaRepair, end: DrivenEnd) {
  const mayShowLater = end === 'no-word' || (end !== 'stopped' && end.error === null)
  const deadline = performance.now() + (mayShowLater ? proofWaitMs : 0)
  const backoff = new Backoff(250, 2_000)
  for (;;) {
    const { set, figures } = await observe(task, repair)
    const judged = judgeRepair(set)
    if (judged.done === true || performance.now() >= deadline) return { ...judged, figures }
    await sleep(backoff.next())
  }
}

function explain(
  { kind, limitSeconds }: ReplicaRepair,
  { failure, late, waitsFor }: { failure: string; late: boolean; waitsFor: string | null },
): string {
  const text = late ? `The queue was not processed within ${limitSeconds} s.` : failure
  return waitsFor !== null && kind === 'sync' ? `${text} ${waitsFor}` : text
}
