import {
  beginRollout,
  isRolloutCancelled,
  type RolloutRun,
  type StorageRollout,
  settleRollout,
  type Transaction,
} from '@frostline/db'
import { storageDraft } from '@frostline/domain'
import { outcomeOfRun, recordAudit } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { failForeignFile, runRolloutStep } from './run-rollout-step.ts'

/**
 * The durable workflow of one start of a rollout: the ledger says which nodes are left, each step observes before it
 * acts, and its ledger writes are fenced, so that it may be begun again anywhere. One node at a time, and none after one
 * that failed.
 */
export function registerStorageRollout(deps: WorkflowDeps) {
  return registerLedgerWorkflow<RolloutRun>(deps, {
    name: 'storage-rollout',
    noun: 'A rollout',
    drive: (announcer, run) => takeNodes(deps, announcer, run),
    settle: (announcer, run) => settle(deps, announcer, run),
  })
}

export function rolloutWorkflowId(run: RolloutRun): string {
  return `storage-rollout/${run.rolloutId}/${run.generation}`
}

async function takeNodes(deps: WorkflowDeps, announcer: ChangeAnnouncer, run: RolloutRun): Promise<void> {
  const rollout = await beginRollout(deps.db, run, deps.now())
  const { direction, proposalId } = rollout
  const proposal = await deps.db.storageProposal.findUniqueOrThrow({ where: { id: proposalId } })
  const { nodes } = await deps.clusters.get(rollout.clusterId)
  const steps = await deps.db.storageRolloutStep.findMany({
    where: { rolloutId: run.rolloutId, status: { in: ['planned', 'running'] } },
    select: { id: true },
    // What was changed last is put back first.
    orderBy: { ordinal: direction === 'apply' ? 'asc' : 'desc' },
  })
  const announce = () => announcer.announce('storage-rollout', proposalId)
  const task = { deps, run, direction, draft: storageDraft.parse(proposal.draft), nodes, announce }
  const stepIds = steps.map(({ id }) => id)
  if (await isRolloutCancelled(deps.db, run)) return
  if (await failForeignFile(task, stepIds)) return
  for (const id of stepIds) {
    if (await isRolloutCancelled(deps.db, run)) return
    if (!(await runRolloutStep(task, id))) return
  }
}

async function settle(deps: WorkflowDeps, announcer: ChangeAnnouncer, run: RolloutRun): Promise<void> {
  const status = await settleRollout(deps.db, run, deps.now(), (tx, settled) =>
    auditRollout(deps, tx, settled),
  )
  if (status === null) return
  const { proposalId } = await deps.db.storageRollout.findUniqueOrThrow({ where: { id: run.rolloutId } })
  for (const topic of ['storage-rollout', 'storage-proposal']) announcer.announce(topic, proposalId)
  deps.log.info({ ...run, status }, 'Storage rollout settled')
}

async function auditRollout(deps: WorkflowDeps, tx: Transaction, settled: StorageRollout): Promise<void> {
  const { cluster, proposal, steps } = await tx.storageRollout.findUniqueOrThrow({
    where: { id: settled.id },
    select: {
      cluster: { select: { name: true } },
      proposal: { select: { title: true } },
      steps: {
        orderBy: { ordinal: 'asc' },
        select: { nodeName: true, folder: true, fileName: true, status: true },
      },
    },
  })
  await recordAudit(
    tx,
    {
      actor: { type: 'system', id: deps.workerId, name: `worker ${deps.workerId}`, role: 'admin' },
      now: deps.now,
    },
    {
      action: settled.direction === 'apply' ? 'storage-rollout.applied' : 'storage-rollout.reverted',
      objectType: 'storage-proposal',
      objectId: settled.proposalId,
      objectName: proposal.title,
      clusterId: settled.clusterId,
      clusterName: cluster.name,
      outcome: outcomeOfRun({
        status: settled.status,
        didSome: steps.some(({ status }) => status === 'completed'),
      }),
      details: {
        rollout: settled.id,
        status: settled.status,
        startedBy: settled.startedBy ?? '',
        planDigest: settled.planDigest ?? '',
        files: steps.map((step) => `${step.nodeName}: ${step.folder}/${step.fileName} ${step.status}`),
      },
      error: settled.error ?? undefined,
    },
  )
}
