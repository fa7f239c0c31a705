import { type UploadOfStatementRow, uploadsByOthers, uploadsOfStatements } from '@frostline/clickhouse'
import { groupBy, matchCutOffUpload } from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { clusterKey } from '../../platform/reading/schema.ts'

/** Between the clocks of this machine and the store's, beside the offset that an audit has measured. */
const CLOCK_SLACK_MS = 2_000
const MAX_UPLOADS = 100
const MAX_KEYS = 5
/** Of one audit that are matched with one upload. */
const MAX_ORPHANS = 10_000
/** Logs of what is over do not change. */
const LOG_TTL_MS = 60_000

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
  logged: z
    .object({ objects: z.number().int(), bytes: z.bigint() })
    .nullable()
    .describe(
      'What the blob_storage_log of the node has of the statement; the last seconds before a kill are not in it. Null: the node keeps no such log, or could not be asked.',
    ),
  audit: z
    .object({
      id: z.string(),
      bucket: z.string(),
      finishedAt: z.date(),
      orphans: z
        .number()
        .int()
        .describe('Objects that it has left: no replica needs them and no removal has taken them.'),
      byLog: z
        .number()
        .int()
        .describe(
          'Of them, those that the log of the node names. The others were written while the statement ran, and no log names another writer.',
        ),
      orphanBytes: z.bigint(),
      keys: z.array(z.string()).describe(`The first ${MAX_KEYS}.`),
    })
    .nullable()
    .describe('The latest audit that covers objects of that time. Null: none.'),
})

export const cutOffUploadList = z.object({ uploads: z.array(cutOffUpload) })
export type CutOffUploads = z.infer<typeof cutOffUploadList>

/**
 * Uploads to a disk that replicas share which ended because their server did. What they have left is known from an audit of the
 * bucket: orphans that the server's log of uploads names, and those of that time that no log names.
 */
export async function listCutOffUploads(
  ctx: ServiceContext,
  given: z.input<typeof listCutOffUploadsInput>,
): Promise<CutOffUploads> {
  const {
    cluster: key,
    migrationId: id,
    database,
    table,
  } = await authorizeInput(ctx, 'viewer', listCutOffUploadsInput, given)
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
    take: MAX_UPLOADS,
  })
  if (moves.length === 0) return []
  const audits = await ctx.db.bucketAudit.findMany({
    where: { run: { clusterId, status: 'completed' }, obstacle: null, cutoffAt: { not: null } },
    orderBy: { run: { finishedAt: 'desc' } },
    take: 50,
    select: {
      ...{ id: true, bucket: true, cutoffAt: true, clockOffsetMs: true },
      run: { select: { finishedAt: true } },
    },
  })
  const logs = await readLogs(ctx, clusterId, moves)
  return Promise.all(
    moves.map(async ({ finishedAt, step: { nodeName, migration, ...step }, ...move }) => {
      const rows = logs.get(nodeName)?.filter(({ query_id }) => query_id === move.queryId) ?? null
      const upload = {
        ...{ clusterId, queryId: move.queryId, sentAt: move.sentAt },
        endedAt: move.cutOffAt ?? finishedAt ?? ctx.now(),
        keys: new Set(rows?.map(({ remote_path }) => remote_path)),
      }
      return {
        ...{ ...step, ...migration, ...move, node: nodeName },
        logged: rows && {
          objects: rows.length,
          bytes: rows.reduce((sum, { data_size }) => sum + data_size, 0n),
        },
        audit: await findObjects(ctx, audits, upload),
      }
    }),
  )
}

/** What the nodes' logs have of these statements, by node. A node without a log, or that does not answer, is missing. */
async function readLogs(
  ctx: ServiceContext,
  cluster: string,
  moves: readonly { queryId: string; sentAt: Date; step: { nodeName: string } }[],
): Promise<Map<string, UploadOfStatementRow[]>> {
  const byNode = groupBy(moves, ({ step }) => step.nodeName)
  const known = (await ctx.clusters.get(cluster)).nodes.flatMap(({ name }) =>
    byNode.has(name) ? [name] : [],
  )
  if (known.length === 0) return new Map()
  const { readings } = await readCluster(ctx, { cluster, fresh: false, nodes: known }, (reader, node) => {
    const own = byNode.get(node.name) ?? []
    return reader.askIfOffered(
      uploadsOfStatements,
      { query_ids: own.map(({ queryId }) => queryId).sort(), since: earliest(own) },
      { ttlMs: LOG_TTL_MS },
    )
  })
  return new Map(readings.flatMap(({ node, value }) => (value ? [[node.name, value] as const] : [])))
}

function earliest(moves: readonly { sentAt: Date }[]): Date {
  return new Date(Math.min(...moves.map(({ sentAt }) => sentAt.getTime())))
}

/** Of objects that a removal has taken, or that somebody else has. */
const takenStates = ['quarantining', 'quarantined', 'deleting', 'deleted', 'gone'] as const

interface Audit {
  id: string
  bucket: string
  run: { finishedAt: Date | null }
  cutoffAt: Date | null
  clockOffsetMs: number
}

interface Upload {
  clusterId: string
  queryId: string
  sentAt: Date
  endedAt: Date
  /** That the node's log names. */
  keys: ReadonlySet<string>
}

async function findObjects(
  ctx: ServiceContext,
  audits: readonly Audit[],
  upload: Upload,
): Promise<CutOffUploads['uploads'][number]['audit']> {
  const onStore = (at: Date, { clockOffsetMs }: Audit, slackMs: number) =>
    at.getTime() + clockOffsetMs + slackMs
  const audit = audits.find(
    (each) => each.cutoffAt && each.cutoffAt.getTime() >= onStore(upload.endedAt, each, 0),
  )
  const finishedAt = audit?.run.finishedAt
  if (!audit || !finishedAt) return null
  const { id, bucket } = audit
  const [from, to] = [
    onStore(upload.sentAt, audit, -CLOCK_SLACK_MS),
    onStore(upload.endedAt, audit, CLOCK_SLACK_MS),
  ]
  const OR = [{ modifiedAt: { gte: new Date(from), lte: new Date(to) } }, { key: { in: [...upload.keys] } }]
  const taken = await ctx.db.orphanRemovalObject.findMany({
    where: { OR, state: { in: [...takenStates] }, removal: { auditId: id } },
    select: { key: true },
  })
  const found = await ctx.db.bucketFinding.findMany({
    where: {
      ...{ auditId: id, kind: 'orphan', confirmed: true, OR },
      key: { notIn: taken.map(({ key }) => key) },
    },
    select: { key: true, sizeBytes: true, modifiedAt: true },
    orderBy: { id: 'asc' },
    take: MAX_ORPHANS,
  })
  const orphans = found.map(({ key, sizeBytes, modifiedAt }) => {
    const writtenMs = modifiedAt?.getTime() ?? 0
    return { key, bytes: sizeBytes ?? 0n, duringUpload: writtenMs >= from && writtenMs <= to }
  })
  const others = await findOtherWriters(
    ctx,
    upload,
    orphans.flatMap(({ key }) => (upload.keys.has(key) ? [] : [key])),
  )
  const matched = matchCutOffUpload(orphans, upload.keys, others)
  return {
    ...{ id, bucket, finishedAt, orphans: matched.length },
    byLog: matched.filter(({ evidence }) => evidence === 'log').length,
    orphanBytes: matched.reduce((sum, { bytes }) => sum + bytes, 0n),
    keys: matched.slice(0, MAX_KEYS).map(({ key }) => key),
  }
}

/** Of these keys, those that the log of any node has of another statement. */
async function findOtherWriters(
  ctx: ServiceContext,
  { clusterId, queryId, sentAt }: Upload,
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { readings } = await readCluster(ctx, { cluster: clusterId, fresh: false }, (reader) =>
    reader.askIfOffered(
      uploadsByOthers,
      { keys: [...keys], query_ids: [queryId], since: sentAt },
      { ttlMs: LOG_TTL_MS },
    ),
  )
  return new Set(readings.flatMap(({ value }) => (value ?? []).map(({ remote_path }) => remote_path)))
}
