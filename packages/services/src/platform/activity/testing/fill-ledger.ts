import type { Database } from '@frostline/db'

/** A ledger after years of use: runs of four kinds, ten per millisecond; every 500th is open, every 20th has failed. */
export async function fillLedger(db: Database, clusterIds: readonly string[], count: number): Promise<void> {
  await db.$executeRaw`
    INSERT INTO run (id, kind, "clusterId", status, "requestedById", "requestedBy", "createdAt", "startedAt", "finishedAt")
    SELECT gen_random_uuid()::text, (ARRAY['cache-warmup', 'data-generation', 'benchmark', 'replica-repair'])[1 + n % 4],
      (${clusterIds}::text[])[1 + n % ${clusterIds.length}::int],
      (CASE WHEN n % 500 = 0 THEN 'running' WHEN n % 20 = 1 THEN 'failed' ELSE 'completed' END)::run_status,
      'person-' || n % 50, 'person-' || n % 50 || '@example.com', at, at,
      CASE WHEN n % 500 = 0 THEN NULL ELSE at + interval '1 hour' END
    FROM generate_series(1, ${count}::int) AS n,
      LATERAL (SELECT '2026-11-20 00:00Z'::timestamptz - (n / 10) * interval '10 minutes' AS at) AS age`
  await db.$executeRaw`
    INSERT INTO cache_warmup (id, "database", "table", spec, columns, "wantedBytes", "cachedBytes")
    SELECT id, 'sales', 'orders_' || right(id, 4), '{}', '{}', 1, 0 FROM run WHERE kind = 'cache-warmup'
    ON CONFLICT DO NOTHING`
  await db.$executeRaw`
    INSERT INTO data_generation (id, "sourceName", bucket, prefix, spec, "totalFiles", "totalRows")
    SELECT id, 's', 'lake', 'orders/' || right(id, 4), '{}', 1, 1 FROM run WHERE kind = 'data-generation'
    ON CONFLICT DO NOTHING`
  await db.$executeRaw`
    INSERT INTO benchmark (id, kind, "nodeName", subject, spec)
    SELECT id, 'disk', 'n', 'hot', '{}' FROM run WHERE kind = 'benchmark' ON CONFLICT DO NOTHING`
  await db.$executeRaw`
    INSERT INTO replica_repair (id, "database", "table", kind, "keeperPath", "replicaName", "nodeName", "limitSeconds",
      statement, before)
    SELECT id, 'sales', 'orders', 'sync', '/t', 'r', 'n', 1, 'SYSTEM SYNC REPLICA sales.orders', '{}'
    FROM run WHERE kind = 'replica-repair' ON CONFLICT DO NOTHING`
  await db.$executeRaw`ANALYZE`
}
