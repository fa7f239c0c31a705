import type { BucketAudit } from '../generated/client.ts'
import { Prisma } from '../generated/client.ts'
import type { BucketAuditStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** One start of an audit. A retry makes a new one, and a run of an older start may not write. */
export interface BucketAuditRun {
  auditId: string
  start: number
}

const live = ['running', 'cancelling'] as const

export function fencedBucketAudit({ auditId, start }: BucketAuditRun) {
  return { id: auditId, starts: start, status: { in: [...live] } }
}

/** The same within a statement. */
export function isCurrentBucketAudit({ auditId, start }: BucketAuditRun): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM bucket_audit AS current WHERE current.id = ${auditId}
    AND current.starts = ${start} AND current.status IN ('running', 'cancelling'))`
}

/** queued → running. Also answers a run that was begun before and goes on. Throws StaleWriterError. */
export async function beginBucketAudit(db: Database, run: BucketAuditRun, now: Date): Promise<BucketAudit> {
  await db.$executeRaw`
    UPDATE bucket_audit
    SET status = 'running', "startedAt" = coalesce("startedAt", ${now}), "finishedAt" = NULL, error = NULL,
      "waitReason" = NULL
    WHERE id = ${run.auditId} AND starts = ${run.start} AND status = 'queued'`
  const audit = await db.bucketAudit.findFirst({ where: fencedBucketAudit(run) })
  if (!audit) throw new StaleWriterError(`Bucket audit ${run.auditId}`)
  return audit
}

/** Throws StaleWriterError when the run is not the current one any more. */
export async function wantsBucketAudit(db: Database, run: BucketAuditRun): Promise<boolean> {
  const audit = await db.bucketAudit.findFirst({ where: fencedBucketAudit(run), select: { status: true } })
  if (!audit) throw new StaleWriterError(`Bucket audit ${run.auditId}`)
  return audit.status === 'running'
}

/** Throws StaleWriterError when the run is not the current one. */
export async function changeBucketAudit(
  tx: Transaction,
  run: BucketAuditRun,
  change: Prisma.BucketAuditUpdateManyMutationInput,
): Promise<void> {
  const { count } = await tx.bucketAudit.updateMany({ where: fencedBucketAudit(run), data: change })
  refuseStaleWriter(count, `Bucket audit ${run.auditId}`)
}

/**
 * completed when all of it was done; else as a person asked for, or failed. The spool goes with it. Null: it is not the
 * current run.
 */
export async function settleBucketAudit(
  db: Database,
  run: BucketAuditRun,
  now: Date,
  record: (tx: Transaction, settled: BucketAudit) => Promise<void>,
): Promise<BucketAuditStatus | null> {
  return db.$transaction(
    async (tx) => {
      await lockRow(tx, 'bucket_audit', run.auditId)
      const audit = await tx.bucketAudit.findFirst({ where: fencedBucketAudit(run) })
      if (!audit) return null
      const status =
        audit.phase === 'ended' ? 'completed' : audit.status === 'cancelling' ? 'cancelled' : 'failed'
      const settled = await tx.bucketAudit.update({
        where: { id: run.auditId },
        data: {
          status,
          waitReason: null,
          finishedAt: now,
          error: status === 'failed' ? (audit.error ?? 'It was not carried out.') : null,
        },
      })
      await dropBucketSpool(tx, run.auditId)
      if (status !== 'completed') await tx.bucketFinding.deleteMany({ where: { auditId: run.auditId } })
      await record(tx, settled)
      return status
    },
    { timeout: 600_000 },
  )
}

/** What it has listed and read. */
export async function dropBucketSpool(tx: Transaction, auditId: string): Promise<void> {
  await tx.bucketAuditObject.deleteMany({ where: { auditId } })
  await tx.bucketAuditReference.deleteMany({ where: { auditId } })
}

/**
 * Forgets the oldest ended audits of a cluster beyond `keep`, with all that they have found. One whose removal has not ended
 * stays.
 */
export async function forgetOldAudits(db: Database, clusterId: string, keep: number): Promise<void> {
  await db.$executeRaw`
    DELETE FROM bucket_audit AS audit USING (
      SELECT id FROM bucket_audit
      WHERE "clusterId" = ${clusterId} AND status IN ('completed', 'failed', 'cancelled')
      ORDER BY "createdAt" DESC, id DESC OFFSET ${keep}
    ) AS old
    WHERE audit.id = old.id AND audit.status IN ('completed', 'failed', 'cancelled') AND NOT EXISTS (
      SELECT FROM orphan_removal AS removal
      WHERE removal."auditId" = audit.id AND removal.status NOT IN ('completed', 'cancelled'))`
}
