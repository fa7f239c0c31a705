import type { Prisma, ReplicaRepair, Run } from '../generated/client.ts'
import { type NewRun, type RunEnd, storeRun } from '../run/change-run.ts'
import { claimKeyOf } from '../run/claim-key.ts'
import { fencedRun, nameRun, type RunRef, recordRun } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

export interface NewReplicaRepair
  extends Pick<NewRun, 'clusterId' | 'requestedById' | 'requestedBy' | 'now'>,
    Pick<
      ReplicaRepair,
      'database' | 'table' | 'kind' | 'keeperPath' | 'replicaName' | 'nodeName' | 'limitSeconds' | 'statement'
    > {
  before: Prisma.InputJsonValue
}

/** Queued: a worker takes it from the ledger. One at a time per table. */
export async function storeReplicaRepair(
  tx: Transaction,
  { clusterId, requestedById, requestedBy, now, ...own }: NewReplicaRepair,
): Promise<{ id: string }> {
  const claimKey = repairClaimOf(clusterId, own)
  const { id } = await storeRun(tx, {
    ...{ kind: 'replica-repair', of: own, claimKey, clusterId, requestedById, requestedBy, now },
  })
  await tx.replicaRepair.create({ data: { id, ...own } })
  return { id }
}

export function repairClaimOf(
  clusterId: string,
  { database, table }: { database: string; table: string },
): string {
  return claimKeyOf('replica-repair', clusterId, database, table)
}

/** Throws StaleWriterError when it is not the current generation. */
export async function recordRepair(
  db: Transaction,
  ref: RunRef,
  change: Pick<
    Prisma.ReplicaRepairUpdateManyMutationInput,
    'queryId' | 'sentAt' | 'before' | 'after' | 'proof' | 'verified'
  >,
): Promise<void> {
  const { count } = await db.replicaRepair.updateMany({
    where: { id: ref.id, run: fencedRun(ref) },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}

/** The figures afterwards; `error` is why it failed. Throws StaleWriterError. */
export async function recordRepairEnd(
  db: Database,
  ref: RunRef,
  {
    error,
    ...seen
  }: { after: Prisma.InputJsonValue; proof: string; verified: boolean; error: string | null },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordRepair(tx, ref, seen)
    if (error !== null) await recordRun(tx, ref, { error })
  })
}

/** Complete if the figures afterwards verify it. */
export async function judgeRepairEnd(tx: Transaction, { id }: Run): Promise<RunEnd> {
  const { verified } = await tx.replicaRepair.findUniqueOrThrow({ where: { id }, select: { verified: true } })
  return { isDone: verified === true, fault: null }
}
