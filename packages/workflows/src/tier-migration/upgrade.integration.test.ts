import { applySchemaMigrations } from '@frostline/db'
import { applyFormerSchema, schemaMigrationsDirectory } from '@frostline/db/testing'
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

/** Rows that are kept, in the order of their foreign keys. */
const kept: [table: string, query?: string][] = [
  ...[
    ['user'],
    ['cluster'],
    ['cluster_node'],
    ['worker_heartbeat'],
    ['tier_schedule'],
    ['tier_schedule_run'],
  ],
  [
    'tier_migration',
    `SELECT to_jsonb(given) || ${formerFields} AS row FROM tier_migration AS given
     LEFT JOIN run ON run.id = given."runId" ORDER BY given."checkOfId" IS NOT NULL`,
  ],
  ...[['tier_migration_step'], ['tier_migration_move'], ['tier_migration_read']],
] as [string, string?][]

/** The ledger and the workflows as the version before wrote them, with the same work under way. */
async function goBackBefore(migration: string): Promise<void> {
  const { db } = lab
  const rows: [string, object][] = []
  for (const [table, query = `SELECT to_jsonb(given) AS row FROM "${table}" AS given`] of kept)
    for (const { row } of await db.$queryRawUnsafe<{ row: object }[]>(query)) rows.push([table, row])
  await db.$executeRawUnsafe('DROP SCHEMA public CASCADE')
  await db.$executeRawUnsafe('CREATE SCHEMA public')
  await applyFormerSchema(lab.postgres.url, migration)
  for (const [table, row] of rows) {
    const [columns] = await db.$queryRawUnsafe<{ names: string }[]>(
      `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 AND column_name = ANY($2)`,
      ...[table, Object.keys(row)],
    )
    await db.$executeRawUnsafe(
      `INSERT INTO "${table}" (${columns?.names})
       SELECT ${columns?.names} FROM jsonb_populate_record(NULL::"${table}", $1::jsonb)`,
      JSON.stringify(row),
    )
  }
  const renamed = await db.$executeRaw`
    UPDATE dbos.workflow_input AS given
    SET inputs = replace(replace(given.inputs, '"kind":"tier-migration",', ''), '"id":', '"migrationId":')
    FROM dbos.workflow_status AS workflow WHERE workflow.workflow_uuid = given.workflow_uuid
      AND name = 'tier-migration' AND status = 'PENDING' AND given.inputs LIKE '%"kind":"tier-migration","id":%'`
  expect(renamed).toBe(3)
  await db.$executeRaw`
    INSERT INTO dbos.operation_outputs (workflow_uuid, function_id, function_name, output)
    SELECT workflow_uuid, 0, 'begin', '["node"]' FROM dbos.workflow_status
    WHERE name = 'tier-migration' AND status = 'PENDING'`
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

  await goBackBefore('20261123222000_tier_migration_runs')
  await applySchemaMigrations({
    connectionString: lab.postgres.url,
    directory: schemaMigrationsDirectory,
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
