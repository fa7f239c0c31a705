import type { Prisma } from '../generated/client.ts'
import { type NewRun, storeRun } from '../run/change-run.ts'
import { claimKeyOf } from '../run/claim-key.ts'
import type { Transaction } from '../transaction.ts'

interface NewWarmupStep {
  nodeName: string
  cacheName: string
  partitionId: string
  wantedBytes: bigint
  cachedBytes: bigint
}

export interface NewCacheWarmup extends Pick<NewRun, 'clusterId' | 'requestedById' | 'requestedBy' | 'now'> {
  database: string
  table: string
  /** A WarmupSpec of packages/domain. */
  spec: object
  columns: string[]
  bytesPerSecond: bigint | null
  steps: readonly NewWarmupStep[]
}

/** Stores a warm-up with its steps, queued: a worker takes it from the ledger. */
export async function storeCacheWarmup(
  tx: Transaction,
  { steps, spec, clusterId, requestedById, requestedBy, now, ...own }: NewCacheWarmup,
): Promise<{ id: string }> {
  const claimKey = claimKeyOf('cache-warmup', clusterId, own.database, own.table)
  const by = { clusterId, requestedById, requestedBy, now }
  const { id } = await storeRun(tx, { kind: 'cache-warmup', of: own, claimKey, ...by })
  await tx.cacheWarmup.create({
    data: {
      id,
      ...own,
      spec: spec as Prisma.InputJsonObject,
      wantedBytes: steps.reduce((sum, { wantedBytes }) => sum + wantedBytes, 0n),
      cachedBytes: steps.reduce((sum, { cachedBytes }) => sum + cachedBytes, 0n),
    },
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
