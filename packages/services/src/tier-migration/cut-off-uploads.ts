import { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { clusterKey } from '../reading/schema.ts'

/** Between the clocks of this machine and the store's, beside the offset that an audit has measured. */
const CLOCK_SLACK_MS = 2_000
const MOST_UPLOADS = 100
const MOST_KEYS = 5

export const listCutOffUploadsInput = z
  .object({
    cluster: clusterKey,
    migrationId: z.uuid().optional().describe('Only of this tier migration.'),
    database: z.string().min(1).max(255).optional().describe('With `table`: only of this table.'),
    table: z.string().min(1).max(255).optional(),
  })
  .refine(({ migrationId, database, table }) => migrationId !== undefined || (database && table), {
    message: 'Set either the tier migration, or the database and the table.',
  })

const cutOffUpload = z.object({
  migrationId: z.string(),
  ordinal: z.number().int().describe('Of the step.'),
  node: z.string(),
  partitionId: z.string(),
  toVolume: z.string(),
  bytes: z.bigint().describe('Bytes that the statement had to upload. No more than this can be left.'),
  sentAt: z.date(),
  cutOffAt: z
    .date()
    .nullable()
    .describe('When the server started again. Null: the step ended before the start was seen.'),
  audit: z
    .object({
      id: z.string(),
      bucket: z.string(),
      finishedAt: z.date(),
      orphans: z
        .number()
        .int()
        .describe('Objects written while the statement ran that no replica needs and no removal has taken.'),
      orphanBytes: z.bigint(),
      keys: z.array(z.string()).describe(`The first ${MOST_KEYS}.`),
    })
    .nullable()
    .describe('The latest audit that covers objects of that time. Null: none.'),
})

export const cutOffUploadList = z.object({ uploads: z.array(cutOffUpload) })
export type CutOffUploads = z.infer<typeof cutOffUploadList>

/**
 * Uploads to a disk that replicas share which ended because their server did. ClickHouse keeps no record of what they had put
 * there, so only an audit of the bucket names the objects: those that no replica needs and that were written in that time.
 */
export async function listCutOffUploads(
  ctx: ServiceContext,
  given: z.input<typeof listCutOffUploadsInput>,
): Promise<CutOffUploads> {
  await authorize(ctx, 'viewer')
  const { cluster: key, migrationId: id, database, table } = parseInput(listCutOffUploadsInput, given)
  const cluster = await ctx.clusters.get(key)
  const uploads = await findCutOffUploads(ctx, cluster.id, {
    ...(id === undefined ? {} : { id }),
    ...(database === undefined || table === undefined ? {} : { database, table }),
  })
  return { uploads: uploads.map(({ database: _database, table: _table, queryId: _queryId, ...own }) => own) }
}

export interface FoundUpload extends z.infer<typeof cutOffUpload> {
  database: string
  table: string
  queryId: string
}

export async function findCutOffUploads(
  ctx: ServiceContext,
  clusterId: string,
  of: { id?: string; database?: string; table?: string },
): Promise<FoundUpload[]> {
  const moves = await ctx.db.tierMigrationMove.findMany({
    where: {
      OR: [
        { cutOffAt: { not: null } },
        {
          ...{ kind: 'move', status: 'unknown', bytes: { gt: 0 } },
          step: { uploader: { not: null }, status: { in: ['failed', 'cancelled', 'skipped'] } },
        },
      ],
      step: { migration: { clusterId, ...of } },
    },
    select: {
      ...{ queryId: true, bytes: true, sentAt: true, cutOffAt: true, finishedAt: true },
      step: {
        select: {
          ...{ migrationId: true, ordinal: true, nodeName: true, partitionId: true, toVolume: true },
          migration: { select: { database: true, table: true } },
        },
      },
    },
    orderBy: { sentAt: 'desc' },
    take: MOST_UPLOADS,
  })
  if (moves.length === 0) return []
  const audits = await ctx.db.bucketAudit.findMany({
    where: { clusterId, status: 'completed', obstacle: null, cutoffAt: { not: null } },
    orderBy: { finishedAt: 'desc' },
    take: 50,
    select: { id: true, bucket: true, finishedAt: true, cutoffAt: true, clockOffsetMs: true },
  })
  return Promise.all(
    moves.map(async ({ finishedAt, step: { nodeName, migration, ...step }, ...move }) => ({
      ...{ ...step, ...migration, ...move, node: nodeName },
      audit: await findObjects(ctx, audits, {
        ...{ sentAt: move.sentAt, endedAt: move.cutOffAt ?? finishedAt ?? ctx.now() },
      }),
    })),
  )
}

/** Of objects that a removal has taken, or that somebody else has. */
const takenStates = ['quarantining', 'quarantined', 'deleting', 'deleted', 'gone'] as const

interface Audit {
  id: string
  bucket: string
  finishedAt: Date | null
  cutoffAt: Date | null
  clockOffsetMs: number
}

async function findObjects(
  { db }: ServiceContext,
  audits: readonly Audit[],
  { sentAt, endedAt }: { sentAt: Date; endedAt: Date },
): Promise<CutOffUploads['uploads'][number]['audit']> {
  const onStore = (at: Date, { clockOffsetMs }: Audit, slackMs: number) =>
    new Date(at.getTime() + clockOffsetMs + slackMs)
  const audit = audits.find((each) => each.cutoffAt && each.cutoffAt >= onStore(endedAt, each, 0))
  if (!audit?.finishedAt) return null
  const { id, bucket, finishedAt } = audit
  const modifiedAt = {
    gte: onStore(sentAt, audit, -CLOCK_SLACK_MS),
    lte: onStore(endedAt, audit, CLOCK_SLACK_MS),
  }
  const taken = await db.orphanRemovalObject.findMany({
    where: { modifiedAt, state: { in: [...takenStates] }, removal: { auditId: id } },
    select: { key: true },
  })
  const where = {
    ...{ auditId: id, kind: 'orphan' as const, confirmed: true, modifiedAt },
    key: { notIn: taken.map(({ key }) => key) },
  }
  const [{ _count: orphans, _sum }, first] = await Promise.all([
    db.bucketFinding.aggregate({ where, _count: true, _sum: { sizeBytes: true } }),
    db.bucketFinding.findMany({ where, select: { key: true }, orderBy: { id: 'asc' }, take: MOST_KEYS }),
  ])
  return {
    ...{ id, bucket, finishedAt, orphans, orphanBytes: _sum.sizeBytes ?? 0n },
    keys: first.map(({ key }) => key),
  }
}
