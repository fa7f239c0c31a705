import { upgradeFromBefore } from '@frostline/db/testing'
import {
  checkTierMigrationDeeply,
  createSchedule,
  getTierMigration,
  listScheduleRuns,
  pauseTierMigration,
  requestTierMigrationPlan,
  resumeTierMigration,
  runScheduleNow,
  type ServiceContext,
  startTierMigration,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

let lab: MigrationLab
let owner: ServiceContext
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1, own: { nodes: 'it slows down the store of its nodes' } })
  const { id } = await lab.db.user.create({
    data: { id: 'owner', email: 'owner@lab', name: 'Owner', role: 'operator' },
  })
  owner = { ...lab.ctx, actor: { type: 'user', id, name: 'owner@lab', role: 'operator' } }
})
afterAll(() => lab?.close())

/** Of a tier migration before it was a run. */
const formerFields = `jsonb_build_object(
  'status', coalesce(run.status::text, 'planned'), 'generation', coalesce(run.generation, 0),
  'recoveries', coalesce(run.recoveries, 0), 'error', run.error, 'startedAt', run."startedAt",
  'finishedAt', run."finishedAt", 'pausedBy', (SELECT max("byName") FROM run_transition
    WHERE "runId" = run.id AND "order" = 'pause' AND run.status IN ('pausing', 'paused')))`

/** In the order of their foreign keys. */
const tables = {
  user: '',
  cluster: '',
  cluster_node: '',
  worker_heartbeat: '',
  tier_schedule: '',
  tier_schedule_run: '',
  tier_migration: `SELECT to_jsonb(given) || ${formerFields} FROM tier_migration AS given
    LEFT JOIN run ON run.id = given."runId" ORDER BY given."checkOfId" IS NOT NULL`,
  tier_migration_step: '',
  tier_migration_move: '',
  tier_migration_read: '',
}

it('finishes what ran, was planned or was paused under the version before', async () => {
  const names = ['moving', 'checked', 'scheduled', 'paused', 'planned']
  for (const name of names) await lab.createTable(name, { months: 2, parts: 2, rowsPerPart: 2000 })
  const sums = await Promise.all(names.map((name) => lab.sumPartitions(name)))
  const worker = await lab.startWorker()
  const checked = await lab.start('checked')
  await lab.waitUntilSettled(checked)

  await lab.store.inject({ operation: 'PutObject', latencyMs: 400 })
  await lab.store.inject({ operation: 'GetObject', latencyMs: 400 })
  const paused = await lab.start('paused')
  await pauseTierMigration(lab.ctx, { id: paused })
  await lab.waitFor(paused, ({ status }) => status === 'paused')
  const { id: planned } = await requestTierMigrationPlan(lab.ctx, {
    ...{ cluster: lab.clusterId, database: 'lab', table: 'planned', targetVolume: 'cold' },
    goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
  })
  const { id: check } = await checkTierMigrationDeeply(lab.ctx, { id: checked })
  const moving = await lab.start('moving')
  const { id: schedule } = await createSchedule(owner, {
    ...{ cluster: 'lab', name: 'nightly', tables: [{ database: 'lab', table: 'scheduled' }] },
    ...{ targetVolume: 'cold', olderThanDays: 30, budgetBytes: null, cron: '0 2 1 1 *' },
    ...{ timeZone: 'UTC', windowSpans: [], missedRuns: 'skip' },
  })
  await runScheduleNow(owner, { id: schedule })
  const readScheduled = async () => (await listScheduleRuns(owner, { id: schedule })).runs[0]
  await expect
    .poll(async () => (await readScheduled())?.tables[0]?.migrationId, { timeout: 60_000 })
    .toBeTruthy()
  const scheduled = (await readScheduled())?.tables[0]?.migrationId ?? ''
  for (const id of [check, moving, scheduled])
    await lab.waitFor(id, ({ stepList }) => stepList.some(({ status }) => status === 'running'))
  await worker.kill()

  await upgradeFromBefore(lab.postgres.url, '20261123222000_tier_migration_runs', tables, async (client) => {
    // A workflow named its run otherwise, and its first step too.
    const { rowCount } = await client.query(`
        UPDATE dbos.workflow_input AS given
        SET inputs = replace(replace(given.inputs, '"kind":"tier-migration",', ''), '"id":', '"migrationId":')
        FROM dbos.workflow_status AS workflow WHERE workflow.workflow_uuid = given.workflow_uuid
          AND name = 'tier-migration' AND status = 'PENDING' AND given.inputs LIKE '%"kind":"tier-migration","id":%'`)
    expect(rowCount).toBe(3)
    await client.query(`
        INSERT INTO dbos.operation_outputs (workflow_uuid, function_id, function_name, output)
        SELECT workflow_uuid, 0, 'begin', '["node"]' FROM dbos.workflow_status
        WHERE name = 'tier-migration' AND status = 'PENDING'`)
  })

  expect(await getTierMigration(lab.ctx, { id: paused })).toMatchObject({
    ...{ status: 'paused', pausedBy: 'operator@lab' },
  })
  expect((await getTierMigration(lab.ctx, { id: planned })).status).toBe('planned')
  await lab.store.clearFaults()
  const next = await lab.startWorker()
  await resumeTierMigration(lab.ctx, { id: paused })
  await startTierMigration(lab.ctx, { id: planned })
  for (const id of [check, moving, scheduled, paused, planned])
    expect(await lab.waitUntilSettled(id)).toMatchObject({ status: 'completed', error: null })
  await expect.poll(async () => (await readScheduled())?.status, { timeout: 60_000 }).toBe('completed')
  const { stepList } = await getTierMigration(lab.ctx, { id: check })
  expect(stepList.map(({ deepCheckVerdict }) => deepCheckVerdict)).toEqual(['passed', 'passed'])
  for (const [index, name] of names.entries()) {
    expect(await lab.sumPartitions(name)).toEqual(sums[index])
    expect(Object.keys(await lab.placeParts(name)).filter((place) => !place.includes('cold'))).toEqual([])
    expect((await lab.listArrivals(name)).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
  }
  await next.kill()
})
