import type { Prisma } from '../generated/client.ts'
import type { Transaction } from '../transaction.ts'

export interface NewDataGeneration {
  clusterId: string
  sourceId: string
  sourceName: string
  bucket: string
  prefix: string
  /** A GenerationSpec of packages/domain. */
  spec: object
  requestedById: string | null
  requestedBy: string
  chunks: readonly { firstFile: number; files: number; firstRow: number; rows: number }[]
  now: Date
}

/** Held while it is looked whether another generation writes below the same prefix. */
const startLock = 72_707_372

/** Until the end of the transaction only one generation is stored, of all. */
export async function lockGenerationStarts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${startLock}::bigint)`
}

/** Stores a generation with its chunks, queued: a worker takes it from the ledger. */
export async function storeDataGeneration(
  tx: Transaction,
  { chunks, now, spec, ...own }: NewDataGeneration,
): Promise<{ id: string }> {
  const { id } = await tx.dataGeneration.create({
    data: {
      ...own,
      spec: spec as Prisma.InputJsonObject,
      totalFiles: chunks.reduce((sum, { files }) => sum + files, 0),
      totalRows: BigInt(chunks.reduce((sum, { rows }) => sum + rows, 0)),
      createdAt: now,
    },
    select: { id: true },
  })
  await tx.$executeRaw`
    INSERT INTO data_generation_chunk ("generationId", ordinal, "firstFile", files, "firstRow", rows)
    SELECT ${id}, given.place::int - 1, given.first_file, given.files, given.first_row::bigint, given.rows::bigint
    FROM unnest(
      ${chunks.map(({ firstFile }) => firstFile)}::int[],
      ${chunks.map(({ files }) => files)}::int[],
      ${chunks.map(({ firstRow }) => String(firstRow))}::text[],
      ${chunks.map(({ rows }) => String(rows))}::text[]
    ) WITH ORDINALITY AS given(first_file, files, first_row, rows, place)`
  return { id }
}
