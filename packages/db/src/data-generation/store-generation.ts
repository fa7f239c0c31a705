import type { Prisma } from '../generated/client.ts'
import { type NewRun, storeRun } from '../run/change-run.ts'
import type { Transaction } from '../transaction.ts'

export interface NewDataGeneration
  extends Pick<NewRun, 'clusterId' | 'requestedById' | 'requestedBy' | 'now'> {
  sourceId: string
  sourceName: string
  bucket: string
  prefix: string
  /** A GenerationSpec of packages/domain. */
  spec: object
  chunks: readonly { firstFile: number; files: number; firstRow: number; rows: number }[]
}

/** Stores a generation with its chunks, queued: a worker takes it from the ledger. */
export async function storeDataGeneration(
  tx: Transaction,
  { chunks, spec, clusterId, requestedById, requestedBy, now, ...own }: NewDataGeneration,
): Promise<{ id: string }> {
  const by = { clusterId, requestedById, requestedBy, now }
  const { id } = await storeRun(tx, { kind: 'data-generation', of: null, claimKey: null, ...by })
  await tx.dataGeneration.create({
    data: {
      id,
      ...own,
      spec: spec as Prisma.InputJsonObject,
      totalFiles: chunks.reduce((sum, { files }) => sum + files, 0),
      totalRows: BigInt(chunks.reduce((sum, { rows }) => sum + rows, 0)),
    },
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
