import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFormerSchema } from './testing/former-schema.ts'

const migration = '20261123174500_runs'
let schema: Awaited<ReturnType<typeof openFormerSchema>>

beforeAll(async () => {
  schema = await openFormerSchema(migration)
})
afterAll(() => schema?.close())

it('keeps the runs that were there, who stopped them, and what belongs to them', async () => {
  await schema.client.query(`
    INSERT INTO cluster (id, slug, name, username, "sealedPassword", "updatedAt") VALUES ('c', 'c', 'c', 'u', '', now());
    INSERT INTO data_generation (id, "clusterId", "sourceName", bucket, prefix, spec, status, starts, "totalFiles",
      "totalRows", "requestedBy", "cancelledBy", error, "createdAt")
    VALUES ('g', 'c', 's', 'b', 'p/', '{}', 'cancelled', 3, 1, 1, 'ann', 'bob', NULL, '2026-11-01');
    INSERT INTO data_generation_chunk ("generationId", ordinal, "firstFile", files, "firstRow", rows)
    VALUES ('g', 0, 0, 1, 0, 1);
    INSERT INTO cache_warmup (id, "clusterId", database, "table", spec, columns, status, starts, "wantedBytes",
      "cachedBytes", "requestedBy", "pausedBy", "waitReason", "createdAt")
    VALUES ('w', 'c', 'd', 't', '{}', '{}', 'paused', 1, 1, 0, 'ann', 'cid', 'a node', '2026-11-02');
    INSERT INTO cache_warmup_step ("warmupId", ordinal, "nodeName", "cacheName", "partitionId", "wantedBytes", "cachedBytes")
    VALUES ('w', 0, 'n', 'c', 'p', 1, 0)`)
  expect(await schema.applyRest()).toContain(migration)
  const { rows } = await schema.client.query(`
    SELECT run.id, kind, status, run.generation, "requestedBy", "waitReason", "claimKey", "byName", "order"
    FROM run LEFT JOIN run_transition AS stop ON stop."runId" = run.id ORDER BY run.id`)
  expect(rows).toMatchObject([
    {
      ...{ id: 'g', kind: 'data-generation', status: 'cancelled', generation: 3, requestedBy: 'ann' },
      ...{ waitReason: null, claimKey: null, byName: 'bob', order: 'cancel' },
    },
    {
      ...{ id: 'w', kind: 'cache-warmup', status: 'paused', generation: 1, requestedBy: 'ann' },
      ...{ waitReason: 'a node', claimKey: 'cache-warmup c ["d","t"]', byName: 'cid', order: 'pause' },
    },
  ])
  const { rows: counts } = await schema.client.query(
    `SELECT (SELECT count(*) FROM data_generation_chunk) AS chunks, (SELECT count(*) FROM cache_warmup_step) AS steps`,
  )
  expect(counts).toEqual([{ chunks: '1', steps: '1' }])
})
