import type { LoadPublish, Prisma } from '../generated/client.ts'
import type { RunStatus } from '../generated/enums.ts'
import { lockRow } from '../lock-row.ts'
import { isCurrentRun } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { type BatchFence, recordBatch } from './load-batch.ts'
import { slowTransaction } from './load-run.ts'
import { storeLoadBatches } from './store-load-job.ts'

export interface PublishToDo {
  nodeName: string
  tableKind: string
  partitionId: string
  parts: Prisma.InputJsonValue
  /** Parts beside them whose rows the table was proved to have: they are dropped. */
  present: Prisma.InputJsonValue
  rows: bigint
  floor: bigint
}

export interface JudgedBatch {
  rows: bigint
  files: readonly {
    ordinal: number
    rows: bigint
    skippedRows: bigint | null
    nodeName: string | null
    queryId: string | null
  }[]
  publishes: readonly PublishToDo[]
  now: Date
}

/** The job of a batch that is arriving in the same table. */
export interface OtherLoad {
  title: string
  status: RunStatus
}

/** Held while it is looked whether another batch publishes into the same table. */
const publishLock = 72_707_371

/**
 * loading → publishing, with all that a later look has to know, before anything is moved. Only one batch at a time
 * publishes into a table, of all jobs: parts of the same content cannot be told apart, so none may arrive beside those
 * that are looked for. Answers who has the table while it is another: then look again and call it with new floors;
 * `unsettled` where `observe` has seen what a person decides first, and nothing was written.
 */
export async function recordPublishes(
  db: Database,
  fence: BatchFence,
  landing: { clusterId: string; database: string; table: string },
  observe: () => Promise<JudgedBatch | null>,
): Promise<OtherLoad | 'unsettled' | null> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${publishLock}::int, hashtext(${`${landing.clusterId} ${landing.database} ${landing.table}`}))`
      const [other] = await tx.$queryRaw<OtherLoad[]>`
        SELECT job.title, run.status::text FROM load_batch AS batch
        JOIN load_job AS job ON job.id = batch."jobId" JOIN run ON run.id = job.id
        WHERE batch.status = 'publishing' AND batch.id <> ${fence.batchId}
          AND run."clusterId" = ${landing.clusterId}
          AND job.spec->'landing'->>'database' = ${landing.database}
          AND job.spec->'landing'->>'table' = ${landing.table}
        LIMIT 1`
      if (other) return other
      const judged = await observe()
      if (judged === null) return 'unsettled'
      const { rows, files, publishes, now } = judged
      const written = await tx.$executeRaw`
        UPDATE load_batch AS batch
        SET status = 'publishing', rows = ${rows}, "loadedAt" = ${now}, "waitReason" = NULL
        WHERE batch.id = ${fence.batchId} AND batch."jobId" = ${fence.run.id}
          AND batch."workerId" = ${fence.workerId} AND batch.status = 'loading' AND ${isCurrentRun(fence.run)}`
      refuseStaleWriter(written, `Load batch ${fence.batchId}`)
      await tx.loadPublish.deleteMany({ where: { batchId: fence.batchId } })
      await tx.loadPublish.createMany({
        data: publishes.map((publish) => ({ ...publish, batchId: fence.batchId })),
      })
      await tx.$executeRaw`
        UPDATE load_file AS file
        SET rows = given.rows::bigint, "skippedRows" = given.skipped::bigint, "nodeName" = given.node,
          "queryId" = given.query
        FROM unnest(
          ${files.map(({ ordinal }) => ordinal)}::int[],
          ${files.map((file) => String(file.rows))}::text[],
          ${files.map(({ skippedRows }) => (skippedRows === null ? '' : String(skippedRows)))}::text[],
          ${files.map(({ nodeName }) => nodeName ?? '')}::text[],
          ${files.map(({ queryId }) => queryId ?? '')}::text[]
        ) AS raw(ordinal, rows, skipped, node, query)
        CROSS JOIN LATERAL (
          SELECT raw.rows, nullif(raw.skipped, '') AS skipped, nullif(raw.node, '') AS node,
            nullif(raw.query, '') AS query
        ) AS given
        WHERE file."jobId" = ${fence.run.id} AND file.ordinal = raw.ordinal AND file.status = 'loading'`
      return null
    },
    { maxWait: 10_000, timeout: 60_000 },
  )
}

export async function listPublishes(db: Database, batchId: string): Promise<LoadPublish[]> {
  return db.loadPublish.findMany({
    where: { batchId, publishedAt: null },
    orderBy: [{ nodeName: 'asc' }, { tableKind: 'asc' }, { partitionId: 'asc' }],
  })
}

/** More of its staged parts turned out to be in the target before: they are dropped where they are staged. */
export async function recordPresent(
  db: Database,
  { batchId, nodeName, tableKind, partitionId }: LoadPublish,
  present: Prisma.InputJsonValue,
): Promise<void> {
  await db.loadPublish.update({
    where: { batchId_nodeName_tableKind_partitionId: { batchId, nodeName, tableKind, partitionId } },
    data: { present },
  })
}

/**
 * publishing → loading, for a batch that nothing of has arrived and no statement of is under way: it has staged all, as before.
 */
export async function forgetPublishes(db: Database, fence: BatchFence): Promise<void> {
  await db.$transaction(async (tx) => {
    await recordBatch(tx, fence, { status: 'loading' })
    await tx.loadPublish.deleteMany({ where: { batchId: fence.batchId } })
  })
}

/** What the lost node was to bring into the table, and had not. */
export interface LostShare {
  nodeName: string
  rows: bigint
}

/**
 * For a batch of which a lost node has brought nothing into the table, and never will: it is loaded again. `all`: nothing of
 * the batch has arrived, so that it is planned again as it is. `share`: the objects of the lost node go into a batch of
 * their own, and this one ends with what the others bring. `unreported`: the ledger does not know which objects these were.
 */
export async function reloadLost(
  db: Database,
  fence: BatchFence,
  { nodeName, rows }: LostShare,
  reason: string,
): Promise<'all' | 'share' | 'unreported'> {
  return db.$transaction(async (tx) => {
    await lockRow(tx, 'run', fence.run.id)
    const { jobId, ordinal, ...batch } = await tx.loadBatch.findUniqueOrThrow({
      where: { id: fence.batchId },
      include: { publishes: { select: { publishedAt: true, nodeName: true } } },
    })
    if (batch.publishes.every((publish) => publish.publishedAt === null && publish.nodeName === nodeName)) {
      await tx.loadPublish.deleteMany({ where: { batchId: fence.batchId } })
      await tx.loadFile.updateMany({
        where: { jobId, batchOrdinal: ordinal, status: 'loading' },
        data: { status: 'waiting', rows: null, skippedRows: null, nodeName: null, queryId: null },
      })
      await recordBatch(tx, fence, {
        ...{ status: 'planned', waitReason: reason, rows: null, keepsStaged: false, workerId: null },
      })
      return 'all'
    }
    const own = await tx.loadFile.findMany({
      where: { jobId, batchOrdinal: ordinal, status: 'loading', nodeName },
      select: { ordinal: true, rows: true, sizeBytes: true },
    })
    if (own.length === 0 || own.reduce((sum, file) => sum + (file.rows ?? 0n), 0n) !== rows)
      return 'unreported'
    const last = await tx.loadBatch.aggregate({ where: { jobId }, _max: { ordinal: true } })
    const next = (last._max.ordinal ?? ordinal) + 1
    const sizeBytes = own.reduce((sum, file) => sum + file.sizeBytes, 0n)
    await storeLoadBatches(tx, jobId, [{ ordinal: next, files: own.length, sizeBytes }])
    await tx.loadBatch.update({
      where: { jobId_ordinal: { jobId, ordinal: next } },
      data: { waitReason: reason },
    })
    await tx.loadFile.updateMany({
      where: { jobId, ordinal: { in: own.map((file) => file.ordinal) } },
      data: {
        ...{ status: 'waiting', batchOrdinal: next },
        ...{ rows: null, skippedRows: null, nodeName: null, queryId: null },
      },
    })
    await tx.loadPublish.deleteMany({ where: { batchId: fence.batchId, nodeName, publishedAt: null } })
    await recordBatch(tx, fence, {
      ...{ waitReason: null, files: { decrement: own.length } },
      ...{ sizeBytes: { decrement: sizeBytes }, rows: { decrement: rows } },
    })
    return 'share'
  }, slowTransaction)
}

/** The load that brought a part of this content into the table; null: none that is known. */
export async function findBringer(
  db: Database,
  at: { clusterId: string; database: string; table: string; nodeName: string; partitionId: string },
  hash: string,
): Promise<{ jobId: string; title: string } | null> {
  const [found] = await db.$queryRaw<{ jobId: string; title: string }[]>`
    SELECT job.id AS "jobId", job.title
    FROM load_publish AS publish
    JOIN load_batch AS batch ON batch.id = publish."batchId"
    JOIN load_job AS job ON job.id = batch."jobId" JOIN run ON run.id = job.id
    WHERE run."clusterId" = ${at.clusterId} AND job.spec->'landing'->>'database' = ${at.database}
      AND job.spec->'landing'->>'table' = ${at.table} AND publish."tableKind" = 'data'
      AND publish."partitionId" = ${at.partitionId} AND publish."publishedAt" IS NOT NULL
      AND publish.parts @> jsonb_build_array(jsonb_build_object('hash', ${hash}::text))
    ORDER BY publish."publishedAt" DESC LIMIT 1`
  return found ?? null
}

/** Their staged parts are gone, so they are in the target. An observation: any worker may write it. */
export async function recordPublished(
  db: Database,
  of: Pick<LoadPublish, 'batchId' | 'nodeName' | 'tableKind'>,
  partitionIds: string[],
  now: Date,
): Promise<void> {
  const { batchId, nodeName, tableKind } = of
  await db.loadPublish.updateMany({
    where: { batchId, nodeName, tableKind, partitionId: { in: partitionIds } },
    data: { publishedAt: now },
  })
}

/** What has arrived on a node. */
export interface Arrival {
  nodeName: string
  rows: bigint
  /** Times that a partition arrived. */
  partitions: number
  parts: number
}

/** Without tables of bad rows. */
export async function sumArrivals(db: Database, jobId: string): Promise<Arrival[]> {
  return db.$queryRaw`
    SELECT publish."nodeName", sum(publish.rows)::bigint AS rows, count(*)::int AS partitions,
      sum(jsonb_array_length(publish.parts))::int AS parts
    FROM load_publish AS publish JOIN load_batch AS batch ON batch.id = publish."batchId"
    WHERE batch."jobId" = ${jobId} AND publish."tableKind" = 'data' AND publish."publishedAt" IS NOT NULL
    GROUP BY publish."nodeName"`
}
