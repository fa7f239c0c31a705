import type { DataGenerationChunk, Prisma } from '../generated/client.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'
import { type GenerationOrders, type GenerationRun, readGenerationOrders } from './generation-run.ts'

/** Chunks that are not through: what is begun comes first. */
export async function listOpenChunks(db: Database, generationId: string): Promise<DataGenerationChunk[]> {
  return db.dataGenerationChunk.findMany({
    where: { generationId, status: { in: ['planned', 'running'] } },
    orderBy: [{ status: 'desc' }, { ordinal: 'asc' }],
  })
}

/** Chunks of which a statement was sent at some time: their files may be there. */
export async function listSentChunks(
  db: Database,
  generationId: string,
): Promise<Pick<DataGenerationChunk, 'firstFile' | 'files'>[]> {
  return db.dataGenerationChunk.findMany({
    where: { generationId, attempts: { gt: 0 } },
    select: { firstFile: true, files: true },
  })
}

export interface ChunkToSend {
  ordinal: number
  queryId: string
  nodeName: string
  now: Date
}

/**
 * Written before the statement is sent, in one round trip: only where the chunk is open and the run is current and goes
 * on. From here on the query id is the right to write the chunk. Answers `go-on`, or that a person wants none to be sent.
 * Throws StaleWriterError.
 */
export async function recordChunkSent(
  db: Database,
  run: GenerationRun,
  { ordinal, queryId, nodeName, now }: ChunkToSend,
): Promise<GenerationOrders> {
  const written = await db.$executeRaw`
    UPDATE data_generation_chunk AS chunk
    SET status = 'running', attempts = attempts + 1, "queryId" = ${queryId}, "nodeName" = ${nodeName},
      "sentAt" = ${now}, "errorCode" = NULL, error = NULL
    FROM data_generation AS generation
    WHERE chunk."generationId" = ${run.generationId} AND chunk.ordinal = ${ordinal}
      AND chunk.status IN ('planned', 'running')
      AND generation.id = chunk."generationId" AND generation.starts = ${run.start} AND generation.status = 'running'`
  if (written === 1) return 'go-on'
  const orders = await readGenerationOrders(db, run)
  if (orders === 'go-on')
    throw new StaleWriterError(`Chunk ${ordinal} of data generation ${run.generationId}`)
  return orders
}

/** The right to write a chunk: of the attempt that was sent last, in the current run. */
export interface ChunkFence {
  run: GenerationRun
  ordinal: number
  queryId: string
}

type ChunkChange = Pick<
  Prisma.DataGenerationChunkUpdateManyMutationInput,
  'status' | 'finishedAt' | 'writtenFiles' | 'writtenRows' | 'writtenBytes' | 'errorCode' | 'error'
>

/** Throws StaleWriterError where the chunk is another's by now. */
export async function recordChunk(
  db: Database,
  { run, ordinal, queryId }: ChunkFence,
  change: ChunkChange,
): Promise<void> {
  const { count } = await db.dataGenerationChunk.updateMany({
    where: {
      generationId: run.generationId,
      ordinal,
      queryId,
      status: 'running',
      generation: { starts: run.start, status: { in: ['running', 'cancelling'] } },
    },
    data: change,
  })
  refuseStaleWriter(count, `Chunk ${ordinal} of data generation ${run.generationId}`)
}
