import type { Run } from '../generated/client.ts'
import { lockRow, lockRows } from '../lock-row.ts'
import { type NewRun, type RunEnd, storeRun } from '../run/change-run.ts'
import { claimKeyOf } from '../run/claim-key.ts'
import type { Transaction } from '../transaction.ts'

/** One at a time on a cluster. */
export function rolloutClaimOf(clusterId: string): string {
  return claimKeyOf('storage-rollout', clusterId)
}

/** Makes a run of a plan, queued. False: it has changed since a person has seen it. */
export async function startRollout(
  tx: Transaction,
  {
    planDigest,
    ...own
  }: Omit<NewRun, 'kind' | 'claimKey' | 'id'> & { id: string; planDigest: string | null },
): Promise<boolean> {
  await storeRun(tx, { ...own, kind: 'storage-rollout', claimKey: rolloutClaimOf(own.clusterId) })
  const { count } = await tx.storageRollout.updateMany({
    where: { id: own.id, status: 'planned', runId: null, planDigest },
    data: { runId: own.id },
  })
  return count === 1
}

/** Holds the rollouts of a proposal: until the end of the transaction none is started, finished or reverted. */
export async function holdRollouts(tx: Transaction, proposalId: string): Promise<void> {
  const started = await tx.storageRollout.findMany({
    where: { proposalId, runId: { not: null } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  // An order holds the run before it writes the rollout.
  for (const { id } of started) await lockRow(tx, 'run', id)
  await lockRows(tx, 'storage_rollout', { proposalId })
}

/** Done when every step is completed or skipped. A node that failed is a fault. */
export async function judgeRolloutSteps(tx: Transaction, { id }: Run): Promise<RunEnd> {
  const steps = await tx.storageRolloutStep.findMany({
    where: { rolloutId: id },
    orderBy: { ordinal: 'asc' },
  })
  const failed = steps.find(({ status }) => status === 'failed')
  return {
    isDone: steps.every(({ status }) => status === 'completed' || status === 'skipped'),
    fault: failed ? `${failed.nodeName}: ${failed.error ?? 'It was not carried out.'}` : null,
  }
}
