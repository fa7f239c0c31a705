import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFormerSchema } from './testing/former-schema.ts'

const migration = '20261123211000_storage_rollout_runs'
let schema: Awaited<ReturnType<typeof openFormerSchema>>

beforeAll(async () => {
  schema = await openFormerSchema(migration)
})
afterAll(() => schema?.close())

it('keeps plans and started rollouts apart, with their states, who acted, and the backups', async () => {
  await schema.client.query(`
    INSERT INTO cluster (id, slug, name, username, "sealedPassword", "updatedAt") VALUES ('c', 'c', 'c', 'u', '', now());
    INSERT INTO storage_proposal (id, "clusterId", title, draft, "createdBy") VALUES ('p', 'c', 't', '{}', 'ann');
    INSERT INTO storage_rollout (id, "clusterId", "proposalId", status, direction, generation, "activeKey", "planDigest",
      error, "requestedById", "requestedBy", "createdAt", "preparedAt", "startedBy", "startedAt", "cancelledBy", "finishedAt")
    VALUES
      ('1', 'c', 'p', 'refused', 'apply', 0, NULL, NULL, 'No folder.', 'a', 'ann', '2026-11-01', '2026-11-01', NULL, NULL, NULL, NULL),
      ('2', 'c', 'p', 'planned', 'apply', 0, NULL, 'd', NULL, 'a', 'ann', '2026-11-02', '2026-11-02', NULL, NULL, NULL, NULL),
      ('3', 'c', 'p', 'cancelled', 'apply', 2, NULL, 'd', NULL, 'a', 'ann', '2026-11-03', '2026-11-03', 'bob', '2026-11-04', 'cid', '2026-11-05'),
      ('4', 'c', 'p', 'failed', 'revert', 3, NULL, 'd', 'n: broken', 'a', 'ann', '2026-11-06', '2026-11-06', 'ann', '2026-11-07', NULL, '2026-11-08'),
      ('5', 'c', 'p', 'running', 'apply', 1, 'c', 'd', NULL, 'a', 'ann', '2026-11-09', '2026-11-09', 'ann', '2026-11-10', NULL, NULL);
    INSERT INTO storage_rollout_step (id, "rolloutId", ordinal, "nodeName", folder, "fileName", load, "revertLoad",
      "restartBy", diff, "sealedBefore", "afterDigest", "afterBytes", "sealedAfter", "runsBefore", "touchedAt")
    VALUES ('s', '3', 0, 'n', '/f', 'f', '{}', '{}', 'person', '[]', 'backup', 'd', 1, 'x', '{}', '2026-11-04')`)
  expect(await schema.applyRest()).toContain(migration)
  const { rows } = await schema.client.query(`
    SELECT rollout.id, rollout."runId", rollout.status AS plan, rollout.error AS fault, direction, run.status, run.generation,
      run.error, run."clusterId", run."requestedById", run."requestedBy", "claimKey", "byName", "order",
      run."startedAt" IS NULL AS waits, run."finishedAt" IS NULL AS open
    FROM storage_rollout AS rollout LEFT JOIN run ON run.id = rollout."runId"
    LEFT JOIN run_transition AS stop ON stop."runId" = run.id ORDER BY rollout.id`)
  const started = {
    plan: 'planned',
    fault: null,
    clusterId: 'c',
    claimKey: 'storage-rollout c []',
    waits: false,
  }
  expect(rows).toMatchObject([
    { id: '1', runId: null, plan: 'refused', fault: 'No folder.' },
    { id: '2', runId: null, plan: 'planned' },
    {
      ...{ ...started, id: '3', runId: '3', status: 'cancelled', generation: 2, requestedBy: 'bob' },
      ...{ requestedById: null, byName: 'cid', order: 'cancel', open: false },
    },
    {
      ...{ ...started, id: '4', runId: '4', status: 'failed', direction: 'revert', generation: 3 },
      ...{ error: 'n: broken', requestedById: 'a', requestedBy: 'ann' },
    },
    { ...started, id: '5', runId: '5', status: 'running', generation: 1, open: true },
  ])
  const { rows: steps } = await schema.client.query(
    `SELECT "rolloutId", convert_from("sealedBefore", 'UTF8') AS backup FROM storage_rollout_step`,
  )
  expect(steps).toEqual([{ rolloutId: '3', backup: 'backup' }])
})
