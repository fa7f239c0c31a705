import { randomUUID } from 'node:crypto'
import type { Prisma } from '../generated/client.ts'
import { storeRun } from '../run/change-run.ts'
import type { Transaction } from '../transaction.ts'

export interface NewLoadFile {
  /** Without the bucket. */
  key: string
  sizeBytes: bigint
  etag: string
  modifiedAt: Date
}

export interface NewLoadJob {
  clusterId: string
  sourceId: string
  sourceName: string
  title: string
  /** A LoadSpec of packages/domain. */
  /** A LoadSpec of packages/domain. */
  spec: { target: { database: string; table: string } }
  checks: Prisma.InputJsonValue
  requestedById: string | null
  requestedBy: string
  /** Left out: a person began it. */
  pipelineId?: string
  files: readonly NewLoadFile[]
  /** As planBatches cut `files`, by index; each file is in one of them. */
  batches: readonly { objects: readonly number[]; sizeBytes: bigint }[]
  now: Date
}

/** Rows of one INSERT: its parameters are held in memory as text once more. */
const rowsAtOnce = 20_000

/** Stores a job with its manifest, queued. The files go as arrays: a row of parameters each takes minutes for 100,000. */
export async function storeLoadJob(tx: Transaction, job: NewLoadJob): Promise<{ id: string }> {
  const { files, batches, now, spec, clusterId, requestedById, requestedBy, ...own } = job
  const by = { requestedById, requestedBy, now }
  const { id } = await storeRun(tx, { kind: 'load-job', clusterId, of: spec.target, claimKey: null, ...by })
  await tx.loadJob.create({
    data: {
      ...{ ...own, id },
      spec: spec as Prisma.InputJsonObject,
      totalFiles: files.length,
      totalBytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n),
    },
  })
  await storeLoadBatches(
    tx,
    id,
    batches.map(({ objects, sizeBytes }, ordinal) => ({ ordinal, files: objects.length, sizeBytes })),
  )
  const batchOf = new Int32Array(files.length).fill(-1)
  for (const [ordinal, { objects }] of batches.entries())
    for (const index of objects) batchOf[index] = ordinal
  if (batchOf.includes(-1)) throw new Error('A file of the manifest is in no batch.')
  for (let from = 0; from < files.length; from += rowsAtOnce) {
    const some = files.slice(from, from + rowsAtOnce)
    await tx.$executeRaw`
      INSERT INTO load_file ("jobId", ordinal, key, "sizeBytes", etag, "modifiedAt", "batchOrdinal")
      SELECT ${id}, ${from}::int + given.place::int - 1, given.key, given.size::bigint, given.etag,
        given.modified::timestamptz, given.batch
      FROM unnest(
        ${some.map(({ key }) => key)}::text[],
        ${some.map(({ sizeBytes }) => String(sizeBytes))}::text[],
        ${some.map(({ etag }) => etag)}::text[],
        ${some.map(({ modifiedAt }) => modifiedAt.toISOString())}::text[],
        ${[...batchOf.subarray(from, from + rowsAtOnce)]}::int[]
      ) WITH ORDINALITY AS given(key, size, etag, modified, batch, place)`
  }
  return { id }
}

/** Adds planned batches to a job: those of its manifest, or those of a retry. */
export async function storeLoadBatches(
  tx: Transaction,
  jobId: string,
  batches: readonly { ordinal: number; files: number; sizeBytes: bigint }[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO load_batch (id, "jobId", ordinal, files, "sizeBytes")
    SELECT given.id, ${jobId}, given.ordinal, given.files, given.size::bigint
    FROM unnest(
      ${batches.map(() => randomUUID())}::text[],
      ${batches.map(({ ordinal }) => ordinal)}::int[],
      ${batches.map(({ files }) => files)}::int[],
      ${batches.map(({ sizeBytes }) => String(sizeBytes))}::text[]
    ) AS given(id, ordinal, files, size)`
}
