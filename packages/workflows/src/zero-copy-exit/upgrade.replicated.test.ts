import { upgradeFromBefore } from '@frostline/db/testing'
import { type ExitDetail, getExit, pauseExit, requestExit, resumeExit, startExit } from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnWorker } from '../testing/worker-process.ts'

let lab: ReplicatedLab
let on: string[] = []
beforeAll(async () => {
  lab = await openReplicatedLab()
  on = lab.names.slice(0, 2)
})
afterAll(() => lab?.close())

/** Of an exit before it was a run. */
const formerFields = `jsonb_build_object(
  'status', coalesce(run.status::text, 'planned'), 
  'starts', CASE WHEN run.id IS NULL THEN 0 ELSE greatest(run.generation, 1) END,
  'recoveries', coalesce(run.recoveries, 0), 'startedBy', run."requestedBy", 'waitReason', run."waitReason",
  'error', run.error, 'startedAt', run."startedAt", 'finishedAt', run."finishedAt",
  'pausedBy', (SELECT max("byName") FROM run_transition
    WHERE "runId" = run.id AND "order" = 'pause' AND run.status IN ('pausing', 'paused')))`

/** In foreign key order. */
const tables = {
  cluster: '',
  cluster_node: '',
  worker_heartbeat: '',
  run: "SELECT to_jsonb(given) FROM run AS given WHERE kind <> 'zero-copy-exit'",
  tier_migration: '',
  tier_migration_step: '',
  tier_migration_move: '',
  tier_migration_read: '',
  zero_copy_exit: `SELECT to_jsonb(given) || ${formerFields} FROM zero_copy_exit AS given
    LEFT JOIN run ON run.id = given."runId"`,
}

const startWorker = () =>
  spawnWorker({
    DATABASE_URL: lab.ledgerUrl,
    FROSTLINE_SECRET_KEY: Buffer.from(lab.secretKey.bytes).toString('base64'),
  })
const read = (id: string) => getExit(lab.as('viewer'), { id })
const until = (id: string, is: (exit: ExitDetail) => boolean) =>
  expect.poll(async () => is(await read(id)), { timeout: 120_000, interval: 100 }).toBe(true)
const sums = (table: string) =>
  Promise.all(
    on.map((node) =>
      lab.ask(
        node,
        `SELECT count() AS rows, toString(sum(cityHash64(*))) AS hash FROM ${lab.database}.${table}`,
      ),
    ),
  )

async function createShared(table: string): Promise<void> {
  await lab.createTable(table, {
    ...{ columns: 'day Date, id UInt64, text String', partitionBy: 'toYYYYMM(day)', orderBy: 'id' },
    ...{ policy: 'tiered_shared', on },
  })
  await lab.ask(
    on[0] ?? '',
    `INSERT INTO ${lab.database}.${table} SELECT toDate('2026-01-01') + number % 50, number, randomPrintableASCII(60) FROM numbers(6000)`,
  )
  await lab.waitForEqualReplicas(table)
  for (const node of on)
    for (const id of ['202601', '202602'])
      await lab.ask(node, `ALTER TABLE ${lab.database}.${table} MOVE PARTITION ID '${id}' TO VOLUME 'cold'`)
}

test('running, paused and planned exits of the previous version complete', async (context) => {
  await lab.need(context, 'zero-copy')
  const names = ['moving', 'paused', 'planned']
  const ids = new Map<string, string>()
  for (const table of names) {
    await createShared(table)
    const { id } = await requestExit(lab.as('admin'), {
      ...{ cluster: lab.cluster, database: lab.database, table, hotVolume: 'hot' },
      limits: { bandwidthBytesPerSecond: '65536' },
    })
    ids.set(table, id)
  }
  const before = await Promise.all(names.map(sums))
  const [moving = '', paused = '', planned = ''] = names.map((table) => ids.get(table))
  const worker = await startWorker()
  for (const id of [moving, paused]) {
    await startExit(lab.as('admin'), { id })
    await until(id, ({ migrations }) => migrations.length > 0)
    await pauseExit(lab.as('admin'), { id })
    await until(id, ({ status }) => status === 'paused')
  }
  await resumeExit(lab.as('admin'), { id: moving })
  await until(moving, ({ migrations }) => migrations.some(({ status }) => status === 'running'))
  await worker.kill()

  await upgradeFromBefore(lab.ledgerUrl, '20261124030000_zero_copy_exit_runs', tables, async (client) => {
    const { rows } = await client.query('SELECT status, starts FROM zero_copy_exit ORDER BY "table"')
    expect(rows).toEqual([
      { status: 'running', starts: 1 },
      { status: 'paused', starts: 1 },
      { status: 'planned', starts: 0 },
    ])
    // A workflow had another input for its exit.
    const { rowCount } = await client.query(`
      UPDATE dbos.workflow_input AS given
      SET inputs = replace(replace(replace(given.inputs, '"kind":"zero-copy-exit",', ''), '"id":', '"exitId":'),
        '"generation":', '"start":')
      FROM dbos.workflow_status AS workflow WHERE workflow.workflow_uuid = given.workflow_uuid
        AND name = 'zero-copy-exit' AND status = 'PENDING'`)
    expect(rowCount).toBe(1)
  })

  expect(await read(paused)).toMatchObject({ status: 'paused', pausedBy: expect.stringContaining('admin') })
  expect(await read(planned)).toMatchObject({ status: 'planned', startedBy: null })
  const next = await startWorker()
  await resumeExit(lab.as('admin'), { id: paused })
  await startExit(lab.as('admin'), { id: planned })
  for (const id of [moving, paused, planned]) {
    await until(id, ({ status }) => status === 'completed' || status === 'failed')
    expect(await read(id)).toMatchObject({ status: 'completed', error: null })
  }
  expect(await Promise.all(names.map(sums))).toEqual(before)
  await next.kill()
}, 300_000)
