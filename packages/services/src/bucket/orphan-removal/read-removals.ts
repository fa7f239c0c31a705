import { type Prisma, type RemovalSum, sumRemovalReasons, sumRemovals } from '@frostline/db'
import { removalChoice } from '@frostline/domain'
import type { VersioningOutcome } from '@frostline/object-store'
import type { z } from 'zod'
import { holdsVerb, roleAllows } from '../../platform/base/actor.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { escapeLike } from '../../platform/base/escape-like.ts'
import { cutPage } from '../../platform/base/page.ts'
import { renderCsvRow } from '../../platform/base/render-csv-row.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../../platform/run/run-schema.ts'
import { viewRun, withRun } from '../../platform/run/stored-run.ts'
import { findRemoval, isSecondPerson, type StoredRemoval } from './removal-run.ts'
import {
  listRemovalObjectsInput,
  listRemovalsInput,
  type RemovalDetail,
  type RemovalObjectView,
  type RemovalSummary,
} from './schema.ts'

/** One removal with its figures, without its objects (see listRemovalObjects). */
export async function getOrphanRemoval(ctx: ServiceContext, given: RunRefInput): Promise<RemovalDetail> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const removal = await findRemoval(ctx.db, id)
  const [sums, reasons] = await Promise.all([sumRemovals(ctx.db, [id]), sumRemovalReasons(ctx.db, id)])
  return {
    ...toRemovalSummary(removal, sums),
    reasons,
    mayApprove:
      (roleAllows(ctx.actor.role, 'admin') || holdsVerb(ctx.actor, 'orphanRemovals.approve')) &&
      isSecondPerson(removal, ctx.actor),
  }
}

/** Newest first. */
export async function listOrphanRemovals(
  ctx: ServiceContext,
  given: z.input<typeof listRemovalsInput>,
): Promise<{ removals: RemovalSummary[]; next: string | null }> {
  const { cluster, auditId, after, limit } = await authorizeInput(ctx, 'viewer', listRemovalsInput, given)
  const rows = await ctx.db.orphanRemoval.findMany({
    where: { run: whereListed(ctx.actor, { cluster }), ...(auditId ? { auditId } : {}) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const sums = await sumRemovals(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    removals: page.map((row) => toRemovalSummary(row, sums)),
    next,
  }
}

/**
 * A page of the ledger with the result of each object, in order.
 * @throws ServiceError `not_found`
 */
export async function listRemovalObjects(
  ctx: ServiceContext,
  given: z.input<typeof listRemovalObjectsInput>,
): Promise<{ total: number; objects: RemovalObjectView[]; next: number | null }> {
  const {
    id: removalId,
    state,
    kind,
    search,
    after,
    limit,
  } = await authorizeInput(ctx, 'viewer', listRemovalObjectsInput, given)
  const where: Prisma.OrphanRemovalObjectWhereInput = {
    removalId,
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(search === '' ? {} : { key: { contains: escapeLike(search) } }),
  }
  const [, total, rows] = await Promise.all([
    findRemoval(ctx.db, removalId),
    ctx.db.orphanRemovalObject.count({ where }),
    ctx.db.orphanRemovalObject.findMany({
      where: { ...where, id: { gt: after } },
      omit: { removalId: true, copyEtag: true },
      orderBy: { id: 'asc' },
      take: limit + 1,
    }),
  ])
  const { page, next } = cutPage(rows, limit, ({ id }) => Number(id))
  return { total, objects: page.map(({ id, ...row }) => ({ ...row, id: Number(id) })), next }
}

const columns = [
  'id',
  'kind',
  'key',
  'uploadId',
  'sizeBytes',
  'modifiedAt',
  'etag',
  'state',
  'reason',
  'changedAt',
] as const satisfies readonly (keyof RemovalObjectView)[]

/** One row of the ledger as CSV; without an object the header line. */
export function renderRemovalCsv(object?: RemovalObjectView): string {
  return renderCsvRow(columns, object)
}

/** What to know about the bucket's versions before deleting from it, or null. */
export function explainVersioning(bucket: string, outcome: VersioningOutcome): string | null {
  if (outcome.kind !== 'ok')
    return `The versioning of ${bucket} could not be read: ${outcome.message} If it is enabled, deleted objects remain as older versions and are still charged. The key needs GetBucketVersioning.`
  if (outcome.versioning === 'enabled')
    return `${bucket} has versioning. Deleted objects remain as older versions and are still charged until a lifecycle rule or a person removes them.`
  return null
}

function toRemovalSummary(removal: StoredRemoval, sums: readonly RemovalSum[]): RemovalSummary {
  const { id, auditId, sourceName, bucket, way, quarantinePrefix, stage } = removal
  const { approvedBy, approvedAt, cancelledBy, quarantinedAt, waitHours, deleteAt } = removal
  return {
    ...viewRun(removal.run),
    ...{ auditId, sourceName, bucket, way, quarantinePrefix, stage, waitHours },
    ...{ approvedBy, approvedAt, cancelledBy, quarantinedAt, deleteAt },
    choice: removalChoice.parse(removal.choice),
    sums: sums
      .filter(({ removalId }) => removalId === id)
      .map(({ kind, state, objects, bytes }) => ({ kind, state, objects, bytes })),
  }
}
