import type { DataGenerationChunk, Prisma, Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, isCurrentRun, nameRun, type RunRef, type RunWish, readWish } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** Open chunks: started ones first. */
export async function listOpenChunks(db: Database, generationId: string): Promise<DataGenerationChunk[]> {
  return db.dataGenerationChunk.findMany({
    where: { generationId, status: { in: ['planned', 'running'] } },
    orderBy: [{ status: 'desc' }, { ordinal: 'asc' }],
  })
}

/** Chunks for which a statement was ever sent: their files may exist. */
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
 * Written before the statement is sent, in one round trip: only where the chunk is open and the run is current and was
 * not stopped. From here on the query id is the right to write the chunk. Returns `go-on`, or that a person has stopped
 * it. Throws StaleWriterError.
 */
export async function recordChunkSent(
  db: Database,
  run: RunRef,
  { ordinal, queryId, nodeName, now }: ChunkToSend,
): Promise<RunWish> {
  const written = await db.$executeRaw`
    UPDATE data_generation_chunk AS chunk
    SET status = 'running', attempts = attempts + 1, "queryId" = ${queryId}, "nodeName" = ${nodeName},
      "sentAt" = ${now}, "errorCode" = NULL, error = NULL
    WHERE chunk."generationId" = ${run.id} AND chunk.ordinal = ${ordinal}
      AND chunk.status IN ('planned', 'running') AND ${isCurrentRun(run, { goesOn: true })}`
  if (written === 1) return 'go-on'
  const wish = await readWish(db, run)
  if (wish === 'go-on') throw new StaleWriterError(`Chunk ${ordinal} of ${nameRun(run)}`)
  return wish
}

/** The right to write a chunk: the attempt that was sent last, in the current run. */
export interface ChunkFence {
  run: RunRef
  ordinal: number
  queryId: string
}

type ChunkChange = Pick<
  Prisma.DataGenerationChunkUpdateManyMutationInput,
  'status' | 'finishedAt' | 'writtenFiles' | 'writtenRows' | 'writtenBytes' | 'errorCode' | 'error'
>

/** Throws StaleWriterError if another worker has the chunk. */
export async function recordChunk(
  db: Database,
  { run, ordinal, queryId }: ChunkFence,
  change: ChunkChange,
): Promise<void> {
  const { count } = await db.dataGenerationChunk.updateMany({
    where: {
      generationId: run.id,
      ordinal,
      queryId,
      status: 'running',
      generation: { run: fencedRun(run) },
    },
    data: change,
  })
  refuseStaleWriter(count, `Chunk ${ordinal} of ${nameRun(run)}`)
}

/** Complete when each chunk is. The rest stays planned after a pause, and is cancelled otherwise. */
export async function endChunks(tx: Transaction, { id, status, error }: Run): Promise<RunEnd> {
  const left = await tx.dataGenerationChunk.count({
    where: { generationId: id, status: { not: 'completed' } },
  })
  const isPaused = status === 'pausing' && error === null
  await tx.dataGenerationChunk.updateMany({
    where: { generationId: id, status: { in: ['planned', 'running'] } },
    data: { status: isPaused ? 'planned' : 'cancelled' },
  })
  return { isDone: left === 0, fault: null }
}
