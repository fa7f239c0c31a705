import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFormerSchema } from './testing/former-schema.ts'

const migration = '20261123174500_runs'
let schema: Awaited<ReturnType<typeof openFormerSchema>>

const storeExits = `
  INSERT INTO zero_copy_exit (id, "clusterId", database, "table", "hotVolume", limits, origins, "tableUuids", checks, stage,
    migrations, switches, before, "requestedById", "requestedBy", "createdAt", status, starts, "startedBy", "pausedBy",
    "cancelledBy", "goesBack", proof, "waitReason", error, "startedAt", "finishedAt")
  SELECT id, 'c', 'd', id, 'hot', '{}', '{}', '{}', '[]', 'to-hot', '[]', '[]', '[]', 'a', 'ann', '2026-11-07',
    status::"ZeroCopyExitStatus", starts, started, paused, cancelled, proof IS NOT NULL, proof, wait, error,
    CASE WHEN starts > 0 THEN '2026-11-08'::timestamptz END, ended
  FROM (VALUES
    ('z1', 'planned', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL::timestamptz),
    ('z2', 'cancelled', 0, NULL, NULL, 'bob', NULL, NULL, NULL, '2026-11-09'),
    ('z3', 'paused', 2, 'bob', 'cid', NULL, NULL, NULL, NULL, NULL),
    ('z4', 'running', 1, 'ann', NULL, NULL, NULL, 'a node', NULL, NULL),
    ('z5', 'cancelled', 3, 'ann', NULL, 'bob', NULL, NULL, NULL, '2026-11-09'),
    ('z6', 'cancelled', 4, 'ann', NULL, NULL, 'Shared again.', NULL, NULL, '2026-11-09'),
    ('z7', 'failed', 1, 'ann', NULL, NULL, NULL, NULL, 'gone', '2026-11-09')
  ) AS given (id, status, starts, started, paused, cancelled, proof, wait, error, ended)`

beforeAll(async () => {
  schema = await openFormerSchema(migration)
})
afterAll(() => schema?.close())

it('keeps existing runs, who stopped them, and their children', async () => {
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
    VALUES ('w', 0, 'n', 'c', 'p', 1, 0);
    INSERT INTO benchmark (id, "clusterId", kind, "nodeName", subject, spec, status, starts, recoveries, "requestedById",
      "requestedBy", "cancelledBy", error, "createdAt", "startedAt", "finishedAt")
    VALUES ('b1', 'c', 'tiers', 'n', 'd.t', '{"runs": 3}', 'cancelling', 2, 1, 'a', 'ann', 'bob', NULL, '2026-11-03', '2026-11-03', NULL),
      ('b2', 'c', 'disk', 'n', 'cold', '{"mostFailedPercent": 20}', 'failed', 0, 0, NULL, 'ann', NULL, 'Too slow.', '2026-11-04', '2026-11-04', '2026-11-05');
    INSERT INTO benchmark_step ("benchmarkId", ordinal, kind, round) VALUES ('b1', 0, 'copy', 0);
    INSERT INTO scratch_table (id, "clusterId", "benchmarkId", "nodeName", database, name, disk, "createdAt")
    VALUES ('s', 'c', 'b1', 'n', 'd', 'x', 'cold', now());
    INSERT INTO bucket_audit (id, "clusterId", "sourceId", "sourceName", bucket, prefixes, "graceMinutes", "timeLimitMinutes",
      status, starts, "requestedBy", "cancelledBy", error, "createdAt", "startedAt", "finishedAt")
    VALUES ('a1', 'c', 'o', 's', 'bu', '{p/}', 1, 1, 'running', 4, 'ann', NULL, NULL, '2026-11-05', '2026-11-05', NULL),
      ('a2', 'c', 'o', 's', 'bu', '{p/}', 1, 1, 'cancelled', 1, 'ann', 'bob', NULL, '2026-11-05', '2026-11-05', '2026-11-06'),
      ('a3', 'c', 'o', 's', 'bu', '{p/}', 1, 1, 'queued', 0, 'ann', NULL, NULL, '2026-11-06', NULL, NULL);
    INSERT INTO bucket_finding ("auditId", kind, key) VALUES ('a1', 'orphan', 'k');
    INSERT INTO load_job (id, "clusterId", "sourceName", title, spec, status, generation, recoveries, "totalFiles", "totalBytes",
      "requestedById", "requestedBy", "pausedBy", "cancelledBy", "waitReason", error, "createdAt", "startedAt", "finishedAt")
    VALUES ('l1', 'c', 's', 't', '{"batch": {"mostBytes": "9", "mostObjects": 2}, "columns": ["\\"mostBytes\\": 1"]}', 'paused', 3, 1, 1, 1, 'a', 'ann', 'cid', NULL, 'a node', NULL, '2026-11-07', '2026-11-07', NULL),
      ('l2', 'c', 's', 't', '{}', 'cancelling', 2, 0, 1, 1, 'a', 'ann', 'cid', 'bob', NULL, NULL, '2026-11-08', '2026-11-08', NULL),
      ('l3', 'c', 's', 't', '{}', 'failed', 0, 0, 1, 1, NULL, 'ann', NULL, NULL, NULL, '1 of 1.', '2026-11-09', NULL, '2026-11-10');
    INSERT INTO load_file ("jobId", ordinal, key, "sizeBytes", etag, "modifiedAt", "batchOrdinal")
    VALUES ('l1', 0, 'k', 1, 'e', now(), 0);
    INSERT INTO load_batch (id, "jobId", ordinal, files, "sizeBytes") VALUES ('lb', 'l1', 0, 1, 1);
    INSERT INTO orphan_removal (id, "clusterId", "auditId", "sourceId", "sourceName", bucket, choice, way, "quarantinePrefix",
      replicas, status, stage, starts, recoveries, "requestedById", "requestedBy", "pausedBy", "cancelledBy", "approvedBy",
      "approvedAt", error, "createdAt", "finishedAt")
    SELECT id, 'c', audit, 'o', 's', 'bu', '{}', 'tag', '', '[]', status::"OrphanRemovalStatus", stage::"OrphanRemovalStage",
      starts, 0, 'a', 'ann', paused, cancelled, approved, CASE WHEN approved <> '' THEN '2026-11-08'::timestamptz END, error,
      '2026-11-07', ended
    FROM (VALUES
      ('o1', 'a1', 'waiting', 'quarantining', 1, NULL, NULL, NULL, NULL, NULL::timestamptz),
      ('o2', NULL, 'cancelled', 'restoring', 3, NULL, 'bob', NULL, NULL, '2026-11-09'),
      ('o3', NULL, 'completed', 'deleting', 2, NULL, NULL, 'bob', NULL, '2026-11-09')
    ) AS given (id, audit, status, stage, starts, paused, cancelled, approved, error, ended);
    INSERT INTO orphan_removal (id, "clusterId", "sourceId", "sourceName", bucket, choice, way, "quarantinePrefix", replicas,
      status, stage, starts, recoveries, "requestedBy", "pausedBy", error, "createdAt", "finishedAt")
    VALUES ('o4', 'c', 'o', 's', 'b4', '{}', 'copy', 'q/', '[]', 'failed', 'deleting', 2, 1, 'ann', NULL, 'gone', '2026-11-07',
        '2026-11-09'),
      ('o5', 'c', 'o', 's', 'b5', '{}', 'copy', 'q/', '[]', 'paused', 'deleting', 4, 0, 'ann', 'cid', NULL, '2026-11-07', NULL);
    INSERT INTO orphan_removal_object ("removalId", kind, key, "sizeBytes", "modifiedAt")
    VALUES ('o1', 'engine', 'k', 1, now());
    INSERT INTO tier_migration (id, "clusterId", database, "table", "tableUuids", "storagePolicy", goal, "totalParts",
      "totalRows", "totalBytes", status, generation, recoveries, "requestedById", "requestedBy", "pausedBy", "cancelledBy",
      error, "createdAt", "startedAt", "finishedAt")
    SELECT id, 'c', 'd', 't', '{}', 'p', '{}', 1, 1, 1, status::"TierMigrationStatus", generation, recoveries, 'a', 'ann',
      paused, cancelled, error, '2026-11-07', started, ended
    FROM (VALUES
      ('m1', 'planned', 0, 0, NULL, NULL, NULL, NULL::timestamptz, NULL::timestamptz),
      ('m2', 'cancelled', 0, 0, NULL, 'bob', NULL, NULL, '2026-11-08'),
      ('m3', 'paused', 2, 0, 'cid', NULL, NULL, '2026-11-08', NULL),
      ('m4', 'running', 3, 1, NULL, NULL, NULL, '2026-11-08', NULL),
      ('m5', 'failed', 1, 0, NULL, NULL, '1 of 1 steps is not done: 1 failed.', '2026-11-08', '2026-11-09'),
      ('m6', 'cancelling', 1, 0, NULL, 'bob', NULL, '2026-11-08', NULL)
    ) AS given (id, status, generation, recoveries, paused, cancelled, error, started, ended);
    INSERT INTO tier_migration_step (id, "migrationId", ordinal, position, "nodeName", shard, replica, "partitionId",
      partition, "toVolume", "plannedParts", "plannedRows", "plannedBytes", granularity)
    VALUES ('p', 'm4', 0, 0, 'n', 1, 1, '1', '1', 'cold', 1, 1, 1, 'partition')`)
  await schema.client.query(storeExits)
  expect(await schema.applyRest()).toContain(migration)
  const { rows } = await schema.client.query(`
    SELECT run.id, kind, status, run.generation, "requestedById", "requestedBy", "waitReason", "claimKey", "byName", "order",
      stop.to, error, "createdAt", "finishedAt"
    FROM run LEFT JOIN run_transition AS stop ON stop."runId" = run.id ORDER BY run.id, stop.id`)
  expect(rows).toMatchObject([
    {
      ...{ id: 'a1', kind: 'bucket-audit', status: 'running', generation: 4, requestedBy: 'ann' },
      ...{ claimKey: 'bucket-audit o ["bu"]', byName: null, finishedAt: null },
    },
    {
      ...{
        id: 'a2',
        kind: 'bucket-audit',
        status: 'cancelled',
        generation: 1,
        byName: 'bob',
        to: 'cancelled',
      },
      ...{ order: 'cancel', finishedAt: new Date('2026-11-06') },
    },
    { id: 'a3', kind: 'bucket-audit', status: 'queued', claimKey: null },
    {
      ...{ id: 'b1', kind: 'benchmark', status: 'cancelling', generation: 2, requestedBy: 'ann' },
      ...{ claimKey: null, byName: 'bob', order: 'cancel', to: 'cancelling', finishedAt: null },
    },
    {
      ...{ id: 'b2', kind: 'benchmark', status: 'failed', generation: 0, error: 'Too slow.', byName: null },
      ...{ createdAt: new Date('2026-11-04'), finishedAt: new Date('2026-11-05') },
    },
    {
      ...{ id: 'g', kind: 'data-generation', status: 'cancelled', generation: 3, requestedBy: 'ann' },
      ...{ waitReason: null, claimKey: null, byName: 'bob', order: 'cancel' },
    },
    {
      ...{ id: 'l1', kind: 'load-job', status: 'paused', generation: 3, requestedBy: 'ann' },
      ...{ waitReason: 'a node', claimKey: null, byName: 'cid', order: 'pause', to: 'paused' },
    },
    {
      ...{ id: 'l2', kind: 'load-job', status: 'cancelling', generation: 2, claimKey: null },
      ...{ byName: 'cid', order: 'pause', to: 'pausing' },
    },
    { id: 'l2', byName: 'bob', order: 'cancel', to: 'cancelling' },
    {
      ...{ id: 'l3', kind: 'load-job', status: 'failed', generation: 0, error: '1 of 1.', byName: null },
      ...{ createdAt: new Date('2026-11-09'), finishedAt: new Date('2026-11-10') },
    },
    {
      ...{ id: 'm3', kind: 'tier-migration', status: 'paused', generation: 2, requestedBy: 'ann' },
      ...{ claimKey: 'tier-migration c ["d","t"]', byName: 'cid', order: 'pause', to: 'paused' },
    },
    {
      ...{ id: 'm4', kind: 'tier-migration', status: 'running', generation: 3, byName: null },
      ...{ claimKey: 'tier-migration c ["d","t"]', finishedAt: null },
    },
    {
      ...{ id: 'm5', kind: 'tier-migration', status: 'failed', claimKey: 'tier-migration c ["d","t"]' },
      ...{ error: '1 of 1 steps is not done: 1 failed.', finishedAt: new Date('2026-11-09') },
    },
    {
      ...{ id: 'm6', kind: 'tier-migration', status: 'cancelling', claimKey: null },
      ...{ byName: 'bob', order: 'cancel', to: 'cancelling' },
    },
    {
      ...{ id: 'o1', kind: 'orphan-removal', status: 'waiting', generation: 1, byName: null },
      ...{ claimKey: 'orphan-removal * ["bu"]', requestedBy: 'ann', finishedAt: null },
    },
    {
      ...{ id: 'o2', kind: 'orphan-removal', status: 'cancelled', generation: 3 },
      ...{ byName: 'bob', order: 'restore', to: 'cancelled', finishedAt: new Date('2026-11-09') },
    },
    {
      ...{ id: 'o3', kind: 'orphan-removal', status: 'completed', generation: 2 },
      ...{ byName: 'bob', order: 'approve', to: 'queued' },
    },
    { id: 'o4', kind: 'orphan-removal', status: 'failed', generation: 2, error: 'gone', byName: null },
    { id: 'o5', status: 'paused', generation: 4, byName: 'cid', order: 'pause', to: 'paused' },
    {
      ...{ id: 'w', kind: 'cache-warmup', status: 'paused', generation: 1, requestedBy: 'ann' },
      ...{ waitReason: 'a node', claimKey: 'cache-warmup c ["d","t"]', byName: 'cid', order: 'pause' },
    },
    {
      ...{ id: 'z3', kind: 'zero-copy-exit', status: 'paused', generation: 2, requestedBy: 'bob' },
      ...{ requestedById: null, claimKey: 'zero-copy-exit c ["d","z3"]', byName: 'cid', order: 'pause' },
    },
    {
      ...{ id: 'z4', status: 'running', generation: 1, requestedBy: 'ann', requestedById: 'a' },
      ...{ waitReason: 'a node', createdAt: new Date('2026-11-08'), finishedAt: null },
    },
    { id: 'z5', status: 'cancelled', generation: 3, byName: 'bob', order: 'cancel' },
    { id: 'z6', status: 'completed', generation: 4, byName: null, finishedAt: new Date('2026-11-09') },
    { id: 'z7', status: 'failed', error: 'gone', finishedAt: new Date('2026-11-09') },
  ])
  const { rows: plans } = await schema.client.query(
    `SELECT id, "runId", "discardedBy", "discardedAt" FROM tier_migration ORDER BY id`,
  )
  expect(plans).toEqual([
    { id: 'm1', runId: null, discardedBy: null, discardedAt: null },
    { id: 'm2', runId: null, discardedBy: 'bob', discardedAt: new Date('2026-11-08') },
    ...['m3', 'm4', 'm5', 'm6'].map((id) => ({ id, runId: id, discardedBy: null, discardedAt: null })),
  ])
  const { rows: exits } = await schema.client.query(
    `SELECT id, "runId", "requestedBy", "discardedBy", "discardedAt" FROM zero_copy_exit ORDER BY id`,
  )
  const kept = { requestedBy: 'ann', discardedBy: null, discardedAt: null }
  expect(exits).toEqual([
    { ...kept, id: 'z1', runId: null },
    { ...kept, id: 'z2', runId: null, discardedBy: 'bob', discardedAt: new Date('2026-11-09') },
    ...['z3', 'z4', 'z5', 'z6', 'z7'].map((id) => ({ ...kept, id, runId: id })),
  ])
  const { rows: counts } = await schema.client.query(
    `SELECT (SELECT count(*) FROM data_generation_chunk) AS chunks, (SELECT count(*) FROM cache_warmup_step) AS steps,
      (SELECT count(*) FROM benchmark JOIN benchmark_step ON "benchmarkId" = id) AS measured,
      (SELECT count(*) FROM run JOIN tier_migration_step ON "migrationId" = run.id) AS moved,
      (SELECT count(*) FROM benchmark JOIN scratch_table ON "benchmarkId" = benchmark.id) AS scratch,
      (SELECT count(*) FROM load_job AS load JOIN load_file AS file ON file."jobId" = load.id
        JOIN load_batch AS batch ON batch."jobId" = load.id) AS loaded,
      (SELECT count(*) FROM bucket_audit AS audit JOIN bucket_finding ON "auditId" = audit.id
        JOIN orphan_removal AS removal ON removal."auditId" = audit.id
        JOIN orphan_removal_object AS object ON object."removalId" = removal.id) AS found`,
  )
  expect(counts).toEqual([
    { chunks: '1', steps: '1', measured: '1', moved: '1', scratch: '1', loaded: '1', found: '1' },
  ])
  const { rows: specs } = await schema.client.query(
    `SELECT spec FROM load_job WHERE id = 'l1' UNION ALL SELECT spec FROM benchmark WHERE id = 'b2'`,
  )
  expect(specs).toEqual([
    { spec: { batch: { maxBytes: '9', maxObjects: 2 }, columns: ['"mostBytes": 1'] } },
    { spec: { maxFailedPercent: 20 } },
  ])
})
