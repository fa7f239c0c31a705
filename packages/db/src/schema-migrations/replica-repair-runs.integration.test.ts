import { afterAll, beforeAll, expect, it } from 'vitest'
import { openFormerSchema } from './testing/former-schema.ts'

const migration = '20261123205000_replica_repair_runs'
let schema: Awaited<ReturnType<typeof openFormerSchema>>

beforeAll(async () => {
  schema = await openFormerSchema(migration)
})
afterAll(() => schema?.close())

it('keeps existing repairs, their ends, and who cancelled them', async () => {
  await schema.client.query(`
    INSERT INTO cluster (id, slug, name, username, "sealedPassword", "updatedAt") VALUES ('c', 'c', 'c', 'u', '', now());
    INSERT INTO replica_repair (id, "clusterId", database, "table", kind, "keeperPath", "replicaName", "nodeName",
      "limitSeconds", statement, status, starts, "queryId", "sentAt", before, proof, "requestedBy", "cancelledBy", error,
      "createdAt", "startedAt", "finishedAt")
    VALUES
      ('1', 'c', 'd', 't', 'sync', '/t', 'r', 'n', 60, 'S', 'completed', 2, 'q', '2026-11-01', '{"at": 1}', 'Equal.',
        'ann', NULL, NULL, '2026-11-01', '2026-11-01', '2026-11-02'),
      ('2', 'c', 'd', 't', 'drop', '/t', 'r', 'n', 60, 'S', 'cancelled', 0, NULL, NULL, '{}', 'Differ.',
        'ann', 'bob', 'It was cancelled.', '2026-11-02', NULL, '2026-11-03'),
      ('3', 'c', 'd', 't', 'sync', '/t', 'r', 'n', 60, 'S', 'running', 1, 'q', now(), '{}', NULL,
        'ann', NULL, NULL, '2026-11-03', '2026-11-03', NULL)`)
  expect(await schema.applyRest()).toContain(migration)
  const { rows } = await schema.client.query(`
    SELECT run.id, run.kind, run.status, run.generation, "requestedBy", "claimKey", error, "finishedAt" IS NULL AS open,
      "byName", repair.kind AS does, repair.statement, verified, proof, "queryId"
    FROM run JOIN replica_repair AS repair USING (id) LEFT JOIN run_transition AS stop ON stop."runId" = run.id
    ORDER BY run.id`)
  const own = {
    kind: 'replica-repair',
    requestedBy: 'ann',
    claimKey: 'replica-repair c ["d","t"]',
    statement: 'S',
  }
  expect(rows).toMatchObject([
    {
      ...own,
      id: '1',
      status: 'completed',
      generation: 2,
      does: 'sync',
      verified: true,
      proof: 'Equal.',
      open: false,
    },
    {
      ...own,
      id: '2',
      status: 'cancelled',
      does: 'drop',
      verified: false,
      error: 'It was cancelled.',
      byName: 'bob',
    },
    { ...own, id: '3', status: 'running', generation: 1, verified: null, queryId: 'q', open: true },
  ])
})
