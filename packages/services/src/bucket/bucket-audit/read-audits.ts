import { sumBucketHoldings, sumBucketPlaces, type Transaction } from '@frostline/db'
import { explainObjects } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { cutPage } from '../../platform/base/page.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { findBucketAudit, type StoredAudit } from './audit-run.ts'
import {
  type BucketAuditDetail,
  type BucketAuditSummary,
  type BucketFindingView,
  type BucketPlaceRow,
  type FindingCounts,
  leftOutClusters,
  listBucketAuditsInput,
  listBucketFindingsInput,
  listBucketPlacesInput,
} from './schema.ts'

const none = () => ({ count: 0, bytes: 0n })

/** One grouped query for many audits. */
async function countFindings(tx: Transaction, ids: string[]): Promise<(id: string) => FindingCounts> {
  const groups = await tx.bucketFinding.groupBy({
    by: ['auditId', 'kind'],
    // Unconfirmed orphans do not count: there was no conclusion.
    where: { auditId: { in: ids }, NOT: { kind: 'orphan', confirmed: false } },
    _count: true,
    _sum: { sizeBytes: true, neededBytes: true },
  })
  return (id) => {
    const of = (kind: string) => {
      const group = groups.find((each) => each.auditId === id && each.kind === kind)
      return group
        ? { count: group._count, bytes: group._sum.sizeBytes ?? group._sum.neededBytes ?? 0n }
        : none()
    }
    return {
      ...{ orphans: of('orphan'), missing: of('missing') },
      ...{ sizeDiffers: of('size_differs'), uploads: of('upload') },
    }
  }
}

/** One audit with its breakdown, without parts and findings (see listBucketPlaces and listBucketFindings). */
export async function getBucketAudit(ctx: ServiceContext, given: RunRefInput): Promise<BucketAuditDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const audit = await findBucketAudit(ctx.db, id)
  const ended = audit.run.status === 'completed'
  const [counts, nodes, tables, holdings] = await Promise.all([
    countFindings(ctx.db, [id]),
    ctx.db.bucketAuditNode.findMany({
      where: { auditId: id },
      omit: { auditId: true, token: true, ordinal: true, clusterId: true },
      orderBy: { ordinal: 'asc' },
    }),
    ended ? sumBucketPlaces(ctx.db, id) : [],
    ended ? sumBucketHoldings(ctx.db, id) : [],
  ])
  const findings = counts(id)
  return {
    ...toBucketAuditSummary(audit, findings),
    nodes,
    tables,
    account: ended
      ? explainObjects({
          listed: { objects: audit.objects, bytes: audit.objectBytes },
          holdings,
          orphans: { objects: BigInt(findings.orphans.count), bytes: findings.orphans.bytes },
          quarantined: { objects: audit.heldObjects ?? 0n, bytes: audit.heldBytes ?? 0n },
          young: { objects: audit.youngObjects ?? 0n, bytes: audit.youngBytes ?? 0n },
          concluded: audit.obstacle === null,
        })
      : null,
  }
}

/** Newest first. */
export async function listBucketAudits(
  ctx: ServiceContext,
  given: z.input<typeof listBucketAuditsInput>,
): Promise<{ audits: BucketAuditSummary[]; next: string | null }> {
  const { after, limit, ...filter } = await authorizeInput(ctx, 'viewer', listBucketAuditsInput, given)
  const rows = await ctx.db.bucketAudit.findMany({
    where: { run: whereListed(ctx.actor, filter) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const counts = await countFindings(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    audits: page.map((row) => toBucketAuditSummary(row, counts(row.id))),
    next,
  }
}

/**
 * Findings of one kind, ordered by key. Empty while the audit runs, since nothing is confirmed yet. Without a
 * conclusion about orphans, `candidates` lists what no reachable replica needs.
 */
export async function listBucketFindings(
  ctx: ServiceContext,
  given: z.input<typeof listBucketFindingsInput>,
): Promise<{ total: number; findings: BucketFindingView[]; next: number | null }> {
  const {
    id: auditId,
    kind,
    candidates,
    after,
    limit,
  } = await authorizeInput(ctx, 'viewer', listBucketFindingsInput, given)
  const { run } = await findBucketAudit(ctx.db, auditId)
  if (run.status !== 'completed') return { total: 0, findings: [], next: null }
  const of = { auditId, kind, ...(kind === 'orphan' ? { confirmed: !candidates } : {}) }
  const [total, rows, nodes] = await Promise.all([
    ctx.db.bucketFinding.count({ where: of }),
    ctx.db.bucketFinding.findMany({
      where: { ...of, id: { gt: after } },
      omit: { auditId: true, etag: true },
      orderBy: { id: 'asc' },
      take: limit + 1,
    }),
    ctx.db.bucketAuditNode.findMany({ where: { auditId }, select: { ordinal: true, nodeName: true } }),
  ])
  const names = new Map(nodes.map(({ ordinal, nodeName }) => [ordinal, nodeName]))
  const { page, next } = cutPage(rows, limit, ({ id }) => Number(id))
  return {
    total,
    findings: page.map(({ node, id, ...row }) => ({
      ...row,
      id: Number(id),
      nodeName: node === null ? null : (names.get(node) ?? null),
    })),
    next,
  }
}

/** Parts of one table, and what else it has in the bucket, ordered by name. */
export async function listBucketPlaces(
  ctx: ServiceContext,
  given: z.input<typeof listBucketPlacesInput>,
): Promise<{ places: BucketPlaceRow[]; next: string | null }> {
  const {
    id: auditId,
    database,
    table,
    tableUuid,
    after,
    limit,
  } = await authorizeInput(ctx, 'viewer', listBucketPlacesInput, given)
  const [rows, nodes] = await Promise.all([
    ctx.db.bucketAuditPlace.findMany({
      where: { auditId, database, table, files: { gt: 0 }, ...(table === '' ? { tableUuid } : {}) },
      orderBy: [{ part: 'asc' }, { node: 'asc' }, { id: 'asc' }],
      take: limit + 1,
      ...(after ? { cursor: { auditId_id: { auditId, id: after } }, skip: 1 } : {}),
    }),
    ctx.db.bucketAuditNode.findMany({ where: { auditId }, select: { ordinal: true, nodeName: true } }),
  ])
  const names = new Map(nodes.map(({ ordinal, nodeName }) => [ordinal, nodeName]))
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  return {
    places: page.map((row) => ({
      ...{ id: row.id, nodeName: names.get(row.node) ?? '', disk: row.disk, part: row.part },
      holding:
        row.state !== 'part'
          ? row.state
          : row.active === null
            ? 'unlisted'
            : row.active
              ? 'active'
              : 'inactive',
      ...{ files: row.files, fileBytes: row.fileBytes, objects: row.objects, objectBytes: row.objectBytes },
      ...{ sharedFiles: row.sharedFiles, missingFiles: row.missingFiles, partBytes: row.partBytes },
      countedBytes: row.fileBytes - row.uncountedBytes,
    })),
    next,
  }
}

function toBucketAuditSummary(audit: StoredAudit, findings: FindingCounts): BucketAuditSummary {
  const { sourceId, sourceName, bucket, prefixes, phase, graceMinutes, timeLimitMinutes } = audit
  const { obstacle, listedAt, cutoffAt, objects, objectBytes } = audit
  return {
    ...viewRun(audit.run),
    ...{ sourceId, sourceName, bucket, prefixes, phase, graceMinutes, timeLimitMinutes },
    ...{ obstacle, listedAt, cutoffAt, objects, objectBytes, findings },
    leftOut: leftOutClusters.parse(audit.leftOut),
  }
}
