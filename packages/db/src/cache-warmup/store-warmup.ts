import type { Prisma } from '../generated/client.ts'
import type { Transaction } from '../transaction.ts'

export interface NewWarmupStep {
  nodeName: string
  cacheName: string
  partitionId: string
  wantedBytes: bigint
  cachedBytes: bigint
}

export interface NewCacheWarmup {
  clusterId: string
  database: string
  table: string
  /** A WarmupSpec of packages/domain. */
  spec: object
  columns: string[]
  bytesPerSecond: bigint | null
  requestedById: string | null
  requestedBy: string
  steps: readonly NewWarmupStep[]
  now: Date
}

/** Held while it is looked whether another warm-up reads the same table. */
const startLock = 72_707_373

/** Until the end of the transaction only one warm-up is stored, of all. */
export async function lockWarmupStarts(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${startLock}::bigint)`
}

/** Stores a warm-up with its steps, queued: a worker takes it from the ledger. */
export async function storeCacheWarmup(
  tx: Transaction,
  { steps, now, spec, ...own }: NewCacheWarmup,
): Promise<{ id: string }> {
  const { id } = await tx.cacheWarmup.create({
    data: {
      ...own,
      spec: spec as Prisma.InputJsonObject,
      wantedBytes: steps.reduce((sum, { wantedBytes }) => sum + wantedBytes, 0n),
      cachedBytes: steps.reduce((sum, { cachedBytes }) => sum + cachedBytes, 0n),
      createdAt: now,
    },
    select: { id: true },
  })
  await tx.$executeRaw`
    INSERT INTO cache_warmup_step
      ("warmupId", ordinal, "nodeName", "cacheName", "partitionId", "wantedBytes", "cachedBytes")
    SELECT ${id}, given.place::int - 1, given.node, given.cache, given.partition, given.wanted::bigint, given.cached::bigint
    FROM unnest(
      ${steps.map(({ nodeName }) => nodeName)}::text[],
      ${steps.map(({ cacheName }) => cacheName)}::text[],
      ${steps.map(({ partitionId }) => partitionId)}::text[],
      ${steps.map(({ wantedBytes }) => String(wantedBytes))}::text[],
      ${steps.map(({ cachedBytes }) => String(cachedBytes))}::text[]
    ) WITH ORDINALITY AS given(node, cache, partition, wanted, cached, place)`
  return { id }
}
