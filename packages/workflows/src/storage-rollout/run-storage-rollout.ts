import { judgeRolloutSteps, notifyChange, readWish } from '@frostline/db'
import { storageDraft } from '@frostline/domain'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { failForeignFile, runRolloutStep } from './run-rollout-step.ts'

/**
 * The ledger has the open nodes, each step observes before it acts, and its ledger writes are fenced, so that it may be
 * started again anywhere. One node at a time, and none after a failed one.
 */
export const rolloutWork: WorkOfKind = {
  kind: 'storage-rollout',
  // One may wait for a person for days.
  maxAtOnce: Number.POSITIVE_INFINITY,
  remedy: 'finish or revert it',
  drive: takeNodes,
  async judge(tx, run) {
    const { proposalId } = await tx.storageRollout.findUniqueOrThrow({ where: { id: run.id } })
    await notifyChange(tx, 'storage-proposal', proposalId)
    return judgeRolloutSteps(tx, run)
  },
  async describe(tx, id) {
    const { proposal, steps, direction, planDigest } = await tx.storageRollout.findUniqueOrThrow({
      where: { id },
      include: { proposal: { select: { id: true, title: true } }, steps: { orderBy: { ordinal: 'asc' } } },
    })
    return {
      action: direction === 'apply' ? 'storage-rollout.applied' : 'storage-rollout.reverted',
      ...{ objectType: 'storage-proposal', objectId: proposal.id, objectName: proposal.title },
      didSome: steps.some(({ status }) => status === 'completed'),
      details: {
        ...{ rollout: id, planDigest: planDigest ?? '' },
        files: steps.map((step) => `${step.nodeName}: ${step.folder}/${step.fileName} ${step.status}`),
      },
    }
  },
}

async function takeNodes({ deps, ref, run, announce }: BegunRun): Promise<void> {
  const { direction, proposal } = await deps.db.storageRollout.findUniqueOrThrow({
    where: { id: ref.id },
    include: { proposal: true },
  })
  const { nodes } = await deps.clusters.get(run.clusterId)
  const steps = await deps.db.storageRolloutStep.findMany({
    where: { rolloutId: ref.id, status: { in: ['planned', 'running'] } },
    select: { id: true },
    // The last change is reverted first.
    orderBy: { ordinal: direction === 'apply' ? 'asc' : 'desc' },
  })
  const task = { deps, run: ref, direction, draft: storageDraft.parse(proposal.draft), nodes, announce }
  const stepIds = steps.map(({ id }) => id)
  const isStopped = async () => (await readWish(deps.db, ref)) !== 'go-on'
  if (await isStopped()) return
  if (await failForeignFile(task, stepIds)) return
  for (const id of stepIds) {
    if (await isStopped()) return
    if (!(await runRolloutStep(task, id))) return
  }
}
