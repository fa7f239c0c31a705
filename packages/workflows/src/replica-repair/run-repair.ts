import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { replicaRepairStatement } from '@frostline/clickhouse'
import {
  beginRepair,
  type ReplicaRepair,
  type ReplicaRepairRun,
  readRepair,
  recordRepair,
  settleRepair,
  type Transaction,
} from '@frostline/db'
import { judgeRepair } from '@frostline/domain'
import { type ConnectedNode, observeRepair, outcomeOfRun, recordAudit } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { Held, ordersHoldMs } from '../held.ts'
import { Backoff } from '../pause.ts'
import { type CarriedEnd, carryStatement, type StatementTask } from '../statement/carry-statement.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { workerContext } from '../worker/worker-context.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/** A table that was closed opens in seconds; what the server shows by then counts. */
const proofWaitMs = 20_000
/** KILL QUERY does not end SYSTEM SYNC REPLICA (26.7): a cancelled one goes on for this long at most. */
const syncSliceSeconds = 10
const timeoutExceeded = 159

export function registerReplicaRepair(deps: WorkflowDeps) {
  return registerLedgerWorkflow<ReplicaRepairRun>(deps, {
    name: 'replica-repair',
    noun: 'A repair of a replica',
    drive: (announcer, run) => carryOutRepair(deps, announcer, run),
    settle: (announcer, run) => settleRepairRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function repairWorkflowId({ repairId, start }: ReplicaRepairRun): string {
  return `replica-repair/${repairId}/${start}`
}

/**
 * Looks once more, sends the statement, and looks what it has done. A statement that stands in the ledger was sent, perhaps by
 * a worker that is gone: it is followed, never sent again. Throws StaleWriterError when the run is not the current one.
 */
export async function carryOutRepair(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: ReplicaRepairRun,
): Promise<void> {
  const repair = await beginRepair(deps.db, run, deps.now())
  if (repair.proof !== null || repair.error !== null) return
  announcer.announce('replica-repair', run.repairId)
  const cluster = await deps.clusters.get(repair.clusterId)
  const node = cluster.nodes.find(({ name }) => name === repair.nodeName)
  if (!node)
    return recordRepair(deps.db, run, { error: `${repair.nodeName} is not in the cluster any more.` })
  const status = new Held(ordersHoldMs, async () => (await readRepair(deps.db, run)).status)
  const task: StatementTask = {
    stopped: async () => (await status.read()) === 'cancelling',
    wait: (_node, reason) => recordRepair(deps.db, run, { waitReason: reason }),
  }
  const end = await carry(deps, run, repair, node, task)
  if (end === null) return
  const proof = await prove(deps, repair, end)
  const failure = end === 'stopped' ? 'It was cancelled.' : end === 'no-word' ? null : end.error
  const late = typeof end === 'object' && end.code === timeoutExceeded
  const own = proof.figures.replicas.find(({ replicaName }) => replicaName === repair.replicaName)
  const waitsFor = own?.waitsFor ?? null
  await recordRepair(deps.db, run, {
    after: proof.figures,
    proof: proof.text,
    error:
      proof.done === true && failure === null
        ? null
        : explain(repair, { failure: failure ?? proof.text, late, waitsFor }),
  })
}

/** Null: nothing was sent, and the ledger says why. */
async function carry(
  deps: WorkflowDeps,
  run: ReplicaRepairRun,
  repair: ReplicaRepair,
  node: ConnectedNode,
  task: StatementTask,
): Promise<CarriedEnd | null> {
  const what = `SYSTEM ${repair.kind.toUpperCase()} REPLICA`
  const isSync = repair.kind === 'sync'
  const until = (repair.startedAt ?? deps.now()).getTime() + repair.limitSeconds * 1_000
  let end: CarriedEnd | null = null
  if (repair.queryId !== null && repair.sentAt !== null) {
    const sent = { queryId: repair.queryId, sentAt: repair.sentAt }
    end = await carryStatement(isSync ? unlessAway(task) : task, node, sent, what)
    if (!isSync) return end
  } else {
    const { plan, figures } = await observeRepair(workerContext(deps), {
      ...repair,
      cluster: repair.clusterId,
    })
    if (await task.stopped()) return null
    if (plan.refusal || plan.node !== repair.nodeName) {
      const reason = plan.refusal?.text ?? `${repair.nodeName} cannot run it any more.`
      await recordRepair(deps.db, run, { error: `Nothing was sent. ${reason}` })
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
    end = await carryStatement(isSync ? unlessAway(task) : task, node, sent, what, {
      ...request,
      purpose: 'replica_repair',
    })
    if (!isSync) return end
  }
  return end
}

/** A slice of a sync that has reached its time limit, or whose end nobody knows. It changes nothing, so it may be sent again. */
function mayGoOn(end: CarriedEnd): boolean {
  return end === 'no-word' || (end !== 'stopped' && end.code === timeoutExceeded)
}

/** A sync is not killed, since the server does not listen: its slice ends by itself. Only a node that is away is left. */
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

/** What the server shows afterwards, waited for a moment where the statement has ended well and it does not show yet. */
async function prove(deps: WorkflowDeps, repair: ReplicaRepair, end: CarriedEnd) {
  const mayShowLater = end === 'no-word' || (end !== 'stopped' && end.error === null)
  const deadline = performance.now() + (mayShowLater ? proofWaitMs : 0)
  const backoff = new Backoff(250, 2_000)
  for (;;) {
    const { set, figures } = await observeRepair(workerContext(deps), {
      ...repair,
      cluster: repair.clusterId,
    })
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

export async function settleRepairRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: ReplicaRepairRun,
): Promise<void> {
  const status = await settleRepair(deps.db, run, deps.now(), (tx, settled) => auditRepair(deps, tx, settled))
  if (status === null) return
  announcer.announce('replica-repair', run.repairId)
  deps.log.info({ ...run, status }, 'Repair of a replica settled')
}

async function auditRepair(deps: WorkflowDeps, tx: Transaction, settled: ReplicaRepair): Promise<void> {
  const { name } = await tx.cluster.findUniqueOrThrow({
    where: { id: settled.clusterId },
    select: { name: true },
  })
  await recordAudit(tx, workerContext(deps), {
    ...{ action: 'replica-repair.finish', objectType: 'replica-repair', objectId: settled.id },
    objectName: `${settled.database}.${settled.table}`,
    ...{ clusterId: settled.clusterId, clusterName: name },
    outcome: outcomeOfRun({ status: settled.status, didSome: false }),
    statements:
      settled.queryId === null
        ? []
        : [{ node: settled.nodeName, sql: settled.statement, queryId: settled.queryId }],
    details: {
      ...{ kind: settled.kind, replica: settled.replicaName, keeperPath: settled.keeperPath },
      ...{ requestedBy: settled.requestedBy, proof: settled.proof },
    },
    error: settled.error ?? undefined,
  })
}
