import { endedRunStatuses } from '@frostline/domain'
import type { Prisma, Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, nameRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Transaction } from '../transaction.ts'

/** Throws StaleWriterError when it is not the current generation. */
export async function changeBucketAudit(
  tx: Transaction,
  ref: RunRef,
  change: Prisma.BucketAuditUpdateManyMutationInput,
): Promise<void> {
  const { count } = await tx.bucketAudit.updateMany({
    where: { id: ref.id, run: fencedRun(ref) },
    data: change,
  })
  refuseStaleWriter(count, nameRun(ref))
}

/** Complete when its last phase is. Deletes the spool, and unconfirmed findings. */
export async function endBucketAudit(tx: Transaction, { id, error }: Run): Promise<RunEnd> {
  const { phase } = await tx.bucketAudit.findUniqueOrThrow({ where: { id }, select: { phase: true } })
  const isDone = phase === 'ended'
  await dropBucketSpool(tx, id)
  if (!isDone || error !== null) await tx.bucketFinding.deleteMany({ where: { auditId: id } })
  return { isDone, fault: null }
}

/** Its listing and references. */
export async function dropBucketSpool(tx: Transaction, auditId: string): Promise<void> {
  await tx.bucketAuditObject.deleteMany({ where: { auditId } })
  await tx.bucketAuditReference.deleteMany({ where: { auditId } })
}

/** Back to its first phase, with nothing listed or read. */
export async function restartBucketAudit(tx: Transaction, id: string): Promise<void> {
  await dropBucketSpool(tx, id)
  await tx.bucketFinding.deleteMany({ where: { auditId: id } })
  await tx.bucketAuditPlace.deleteMany({ where: { auditId: id } })
  await tx.bucketAuditNode.updateMany({ where: { auditId: id }, data: unreadNode })
  await tx.bucketAudit.update({ where: { id }, data: unlistedAudit })
  await tx.run.update({ where: { id }, data: { startedAt: null } })
}

const unreadNode = {
  ...{ status: 'waiting', pass: 1, files: 0, token: null, filesRead: false },
  ...{ error: null, readAt: null, oldestWorkAt: null },
} satisfies Prisma.BucketAuditNodeUpdateManyMutationInput

const unlistedAudit = {
  ...{ phase: 'listing', obstacle: null, listedPrefixes: 0, listedKey: null, listedAt: null },
  ...{ objects: 0, objectBytes: 0, cutoffAt: null, youngObjects: null, youngBytes: null },
  ...{ heldObjects: null, heldBytes: null },
} satisfies Prisma.BucketAuditUpdateInput

/**
 * Deletes the oldest ended audits of a cluster beyond `keep`, with their findings. One with an unfinished removal
 * stays.
 */
export async function forgetOldAudits(db: Transaction, clusterId: string, keep: number): Promise<void> {
  const ended = [...endedRunStatuses]
  await db.$executeRaw`
    DELETE FROM run AS audit USING (
      SELECT id FROM run
      WHERE kind = 'bucket-audit' AND "clusterId" = ${clusterId} AND status::text = ANY(${ended})
      ORDER BY "createdAt" DESC, id DESC OFFSET ${keep}
    ) AS old
    WHERE audit.id = old.id AND audit.status::text = ANY(${ended}) AND NOT EXISTS (
      SELECT FROM orphan_removal AS removal JOIN run ON run.id = removal.id
      WHERE removal."auditId" = audit.id AND run.status NOT IN ('completed', 'cancelled'))`
}
