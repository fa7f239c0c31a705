import type { CacheWarmupStep, Prisma, Run } from '../generated/client.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, isCurrentRun, nameRun, type RunRef, type RunWish, readWish } from '../run/fence-run.ts'
import { refuseStaleWriter, StaleWriterError } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** Open steps, in order: started ones first. */
export async function listOpenWarmupSteps(db: Database, warmupId: string): Promise<CacheWarmupStep[]> {
  return db.cacheWarmupStep.findMany({
    where: { warmupId, status: { in: ['planned', 'running'] } },
    orderBy: [{ status: 'desc' }, { ordinal: 'asc' }],
  })
}

export interface ReadingToSend {
  ordinal: number
  reading: 1 | 2
  queryId: string
  now: Date
}

/**
 * Written before the statement is sent, in one round trip: only where the step is open and the run is current and was
 * not stopped. From here on the query id is the right to write the step. Throws StaleWriterError.
 */
export async function recordReadingSent(
  db: Database,
  run: RunRef,
  { ordinal, reading, queryId, now }: ReadingToSend,
): Promise<RunWish> {
  const written = await db.$executeRaw`
    UPDATE cache_warmup_step AS step
    SET status = 'running', attempts = attempts + 1, reading = ${reading}, "queryId" = ${queryId}, "sentAt" = ${now},
      "startedAt" = coalesce(step."startedAt", ${now}), "errorCode" = NULL, error = NULL
    WHERE step."warmupId" = ${run.id} AND step.ordinal = ${ordinal} AND step.status IN ('planned', 'running')
      AND ${isCurrentRun(run, { goesOn: true })}`
  if (written === 1) return 'go-on'
  const wish = await readWish(db, run)
  if (wish === 'go-on') throw new StaleWriterError(`Step ${ordinal} of ${nameRun(run)}`)
  return wish
}

/** The right to write a step: the read that was sent last, in the current run. */
export interface WarmupFence {
  run: RunRef
  ordinal: number
  queryId: string
}

export type WarmupStepChange = Pick<
  Prisma.CacheWarmupStepUpdateManyMutationInput,
  | 'status'
  | 'reading'
  | 'queryId'
  | 'finishedAt'
  | 'fetchedBytes'
  | 'requests'
  | 'provedCacheBytes'
  | 'provedStoreBytes'
  | 'errorCode'
  | 'error'
>

/** Throws StaleWriterError if another worker has the step. */
export async function recordWarmupStep(
  db: Database,
  { run, ordinal, queryId }: WarmupFence,
  change: WarmupStepChange,
): Promise<void> {
  const { count } = await db.cacheWarmupStep.updateMany({
    where: {
      ...{ warmupId: run.id, ordinal, queryId, status: 'running' },
      warmup: { run: fencedRun(run) },
    },
    data: change,
  })
  refuseStaleWriter(count, `Step ${ordinal} of ${nameRun(run)}`)
}

/** What a node has cached at the end, by cache and partition. Steps of partitions that are gone get 0. */
export async function recordCachedAfter(
  db: Database,
  run: RunRef,
  nodeName: string,
  found: readonly { cacheName: string; partitionId: string; cachedBytes: bigint }[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE cache_warmup_step AS step
    SET "cachedAfterBytes" = coalesce((
      SELECT sum(given.bytes::bigint) FROM unnest(
        ${found.map(({ cacheName }) => cacheName)}::text[],
        ${found.map(({ partitionId }) => partitionId)}::text[],
        ${found.map(({ cachedBytes }) => String(cachedBytes))}::text[]
      ) AS given(cache, partition, bytes)
      WHERE given.cache = step."cacheName" AND given.partition = step."partitionId"), 0)
    WHERE step."warmupId" = ${run.id} AND step."nodeName" = ${nodeName} AND step.status = 'completed'
      AND ${isCurrentRun(run)}`
}

/** Complete when each step is. The rest stays planned after a pause, and is cancelled otherwise. */
export async function endWarmupSteps(tx: Transaction, { id, status, error }: Run): Promise<RunEnd> {
  const open = { warmupId: id, status: { in: ['planned' as const, 'running' as const] } }
  const [left, failed] = await Promise.all([
    tx.cacheWarmupStep.count({ where: open }),
    tx.cacheWarmupStep.count({ where: { warmupId: id, status: 'failed' } }),
  ])
  const isPaused = left > 0 && status === 'pausing' && error === null
  await tx.cacheWarmupStep.updateMany({ where: open, data: { status: isPaused ? 'planned' : 'cancelled' } })
  const isFaulty = failed > 0 && (left === 0 || status === 'running')
  return { isDone: left === 0, fault: isFaulty ? explainFailed(failed) : null }
}

function explainFailed(failed: number): string {
  return failed === 1 ? 'One partition could not be read.' : `${failed} partitions could not be read.`
}
