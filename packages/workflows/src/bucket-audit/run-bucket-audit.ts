import {
  type BucketAudit,
  type BucketAuditRun,
  beginBucketAudit,
  changeBucketAudit,
  compareBucket,
  concludeBucketAudit,
  forgetOldAudits,
  settleBucketAudit,
  type Transaction,
} from '@frostline/db'
import { engineKeyPattern, findCutoff, keptAudits, uncountedFiles } from '@frostline/domain'
import { openSource, outcomeOfRun, recordAudit, ServiceError } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { workerContext } from '../worker/worker-context.ts'
import { AuditFault, AuditTask } from './audit-task.ts'
import { confirmFindings } from './confirm-findings.ts'
import { listBucket } from './list-bucket.ts'
import { readReplicas } from './read-replicas.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/** The durable workflow of one start of an audit: the ledger says which phase it is in, and how far the listing is. */
export function registerBucketAudit(deps: WorkflowDeps) {
  return registerLedgerWorkflow<BucketAuditRun>(deps, {
    name: 'bucket-audit',
    noun: 'A bucket audit',
    drive: (announcer, run) => carryOutBucketAudit(deps, announcer, run),
    settle: (announcer, run) => settleBucketAuditRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function bucketAuditWorkflowId({ auditId, start }: BucketAuditRun): string {
  return `bucket-audit/${auditId}/${start}`
}

/**
 * One go at the run, from wherever the ledger stands. The order of the looks is the proof that no object is told of that is
 * needed: the bucket is listed; then each replica says what work is under way and what it needs; both are compared; what was
 * found is looked for in the bucket again; then each replica says once more what it needs. Throws StaleWriterError when it is not the current run.
 */
export async function carryOutBucketAudit(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: BucketAuditRun,
  patienceMs = 60_000,
): Promise<void> {
  const audit = await beginBucketAudit(deps.db, run, deps.now())
  const announce = () => announcer.announce('bucket-audit', run.auditId)
  announce()
  // It had failed before it could be settled.
  if (audit.error !== null) return
  try {
    const source = await openSource(workerContext(deps), audit.sourceId)
    try {
      await goThrough(new AuditTask(deps, run, audit, source, announce, patienceMs))
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof AuditFault) && !(error instanceof ServiceError)) throw error
    await changeBucketAudit(deps.db, run, { error: error.message })
  }
}

/** Each phase but the last leaves the ledger in the next one, unless a person wants no more. */
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
    where: { auditId: run.auditId },
    orderBy: { ordinal: 'asc' },
  })
  const unread = nodes.filter(({ status }) => status !== 'read')
  const names = unread.map(({ clusterName, nodeName }) => `${nodeName} of ${clusterName}`).join(', ')
  const { listedAt, graceMinutes } = audit
  if (listedAt === null) throw new Error(`Bucket audit ${run.auditId} has no time of its listing.`)
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

export async function settleBucketAuditRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: BucketAuditRun,
): Promise<void> {
  let clusterId = ''
  const status = await settleBucketAudit(deps.db, run, deps.now(), (tx, settled) => {
    clusterId = settled.clusterId
    return auditEnd(deps, tx, settled)
  })
  if (status === null) return
  await forgetOldAudits(deps.db, clusterId, keptAudits)
  announcer.announce('bucket-audit', run.auditId)
  deps.log.info({ ...run, status }, 'Bucket audit settled')
}

async function auditEnd(deps: WorkflowDeps, tx: Transaction, settled: BucketAudit): Promise<void> {
  const { id, bucket, clusterId, status, objects, obstacle } = settled
  const [cluster, orphans, missing] = await Promise.all([
    tx.cluster.findUniqueOrThrow({ where: { id: clusterId }, select: { name: true } }),
    tx.bucketFinding.count({ where: { auditId: id, kind: 'orphan' } }),
    tx.bucketFinding.count({ where: { auditId: id, kind: 'missing' } }),
  ])
  await recordAudit(tx, workerContext(deps), {
    ...{ action: 'bucket-audit.finish', objectType: 'bucket-audit', objectId: id, objectName: bucket },
    ...{ clusterId, clusterName: cluster.name },
    outcome: outcomeOfRun({ status, didSome: false }),
    details: {
      ...{ status, requestedBy: settled.requestedBy, objects: String(objects), orphans, missing },
      ...{ obstacle },
    },
    error: settled.error ?? undefined,
  })
}
