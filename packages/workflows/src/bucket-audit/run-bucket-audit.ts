import {
  changeBucketAudit,
  compareBucket,
  concludeBucketAudit,
  endBucketAudit,
  forgetOldAudits,
  recordRun,
} from '@frostline/db'
import { engineKeyPattern, findCutoff, keptAudits, uncountedFiles } from '@frostline/domain'
import { openSource, ServiceError } from '@frostline/services'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'
import { AuditFault, AuditTask } from './audit-task.ts'
import { listBucket } from './list-bucket.ts'
import { readFromStore } from './read-from-store.ts'
import { readReplicas } from './read-replicas.ts'

const atOnce = 16

/**
 * The bucket changed while the replicas were read, so each finding is checked again. What was missing may have been
 * written since, and an object that no replica knew may have been removed with its part. Both are dropped from the
 * findings; the second reading of the replicas then shows whether the rest is still needed, or still unknown.
 */
async function confirmFindings(task: AuditTask): Promise<void> {
  const { deps, run, audit, source } = task
  const { id: auditId } = run
  for (let after = 0n; ; ) {
    const page = await deps.db.bucketFinding.findMany({
      where: { auditId, kind: { in: ['missing', 'size_differs', 'orphan'] }, id: { gt: after } },
      select: { id: true, kind: true, key: true, neededBytes: true },
      orderBy: { id: 'asc' },
      take: atOnce * 10,
    })
    if (page.length === 0 || (await task.stopped())) return
    const settled: bigint[] = []
    for (let at = 0; at < page.length; at += atOnce)
      await Promise.all(
        page.slice(at, at + atOnce).map(async ({ id, kind, key, neededBytes }) => {
          const found = await readFromStore(task, async () => {
            const head = await source.store.head(audit.bucket, key)
            return head.kind === 'not-found' ? { kind: 'ok' as const, sizeBytes: null } : head
          })
          const rightBytes = kind === 'orphan' ? null : neededBytes
          if (found && found.sizeBytes === rightBytes) settled.push(id)
        }),
      )
    await deps.db.bucketFinding.deleteMany({ where: { auditId, id: { in: settled } } })
    after = page.at(-1)?.id ?? after
  }
}

/** The ledger has the current phase and the progress of the listing. */
export const bucketAuditWork = (patienceMs = 60_000): WorkOfKind => ({
  kind: 'bucket-audit',
  maxAtOnce: 2,
  drive: (begun) => carryOutBucketAudit(begun, patienceMs),
  async judge(tx, run) {
    // It is the newest of those that are kept.
    await forgetOldAudits(tx, run.clusterId, keptAudits - 1)
    return endBucketAudit(tx, run)
  },
  judgeTimeoutMs: 600_000,
  async describe(tx, id) {
    const [{ bucket, objects, obstacle }, orphans, missing] = await Promise.all([
      tx.bucketAudit.findUniqueOrThrow({ where: { id } }),
      tx.bucketFinding.count({ where: { auditId: id, kind: 'orphan' } }),
      tx.bucketFinding.count({ where: { auditId: id, kind: 'missing' } }),
    ])
    const details = { objects: String(objects), orphans, missing, obstacle }
    return { objectName: bucket, didSome: false, details }
  },
})

/**
 * One drive of the run, continued from the ledger. The order of the checks proves that no needed object is reported:
 * the bucket is listed; then each replica reports its running work and what it needs; both are compared; the findings
 * are checked in the bucket again; then each replica reports once more what it needs.
 */
async function carryOutBucketAudit(begun: BegunRun, patienceMs: number): Promise<void> {
  const { deps, ref } = begun
  const audit = await deps.db.bucketAudit.findUniqueOrThrow({ where: { id: ref.id } })
  try {
    if (audit.sourceId === null) throw new AuditFault(`The source ${audit.sourceName} was removed.`)
    const source = await openSource(workerContext(deps), audit.sourceId)
    try {
      await goThrough(new AuditTask(begun, audit, source, patienceMs))
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof AuditFault) && !(error instanceof ServiceError)) throw error
    await recordRun(deps.db, ref, { error: error.message })
  }
}

/** Each phase but the last advances the ledger to the next one, unless a person has stopped it. */
async function goThrough(task: AuditTask): Promise<void> {
  const { deps, run, audit, announce } = task
  if (audit.phase === 'listing') await listBucket(task)
  if (await task.stopped()) return
  if (audit.phase === 'reading') {
    await readReplicas(task, 1)
    if (await task.stopped()) return
    await changeBucketAudit(deps.db, run, { phase: 'comparing' })
    audit.phase = 'comparing'
    announce()
  }
  if (audit.phase === 'comparing') {
    await compare(task)
    audit.phase = 'confirming'
    announce()
  }
  if (audit.phase !== 'confirming') return
  await confirmFindings(task)
  const obstacle = await readReplicas(task, 2)
  if (await task.stopped()) return
  await concludeBucketAudit(deps.db, run, obstacle)
}

async function compare({ deps, run, audit }: AuditTask): Promise<void> {
  const nodes = await deps.db.bucketAuditNode.findMany({
    where: { auditId: run.id },
    orderBy: { ordinal: 'asc' },
  })
  const unread = nodes.filter(({ status }) => status !== 'read')
  const names = unread.map(({ clusterName, nodeName }) => `${nodeName} of ${clusterName}`).join(', ')
  const { listedAt, graceMinutes } = audit
  if (listedAt === null) throw new Error(`Bucket audit ${run.id} has no time of its listing.`)
  await compareBucket(deps.db, run, {
    prefixes: audit.prefixes,
    cutoffAt:
      unread.length > 0
        ? null
        : findCutoff(
            listedAt,
            graceMinutes,
            nodes.map(({ oldestWorkAt }) => oldestWorkAt),
          ),
    graceEndsAt: new Date(listedAt.getTime() - graceMinutes * 60_000),
    obstacle: unread.length === 0 ? null : `${names} could not be read, and may need any of the objects.`,
    engineKeyPattern,
    uncountedFiles,
  })
}
