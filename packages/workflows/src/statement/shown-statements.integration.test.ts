import {
  applyTableTtl,
  changeTablePolicy,
  dropCache,
  getTablePolicy,
  getWarmupStep,
  previewDrop,
  previewTableTtl,
  previewTierMigration,
  previewWarmup,
  requestTierMigrationPlan,
  startTierMigration,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatByEngine, listSent } from '../testing/sent-statements.ts'
import { openWarmupLab, type WarmupLab } from '../testing/warmup-lab.ts'

let lab: WarmupLab
beforeAll(async () => {
  lab = await openWarmupLab()
  await lab.startWorker()
}, 120_000)
afterAll(() => lab?.close())

type Shown = readonly { node: string; sql: string }[]

/** Node by node, text by text: all that was shown, and nothing else, as often as it was shown. */
async function expectSent(shown: Shown, purposes: readonly string[], since: Date): Promise<void> {
  for (const node of lab.nodes) {
    const own = shown.filter((statement) => statement.node === node).map(({ sql }) => sql)
    const sent = await listSent(lab, node, purposes, since)
    expect([node, (await formatByEngine(lab, sent)).toSorted()]).toEqual([
      node,
      (await formatByEngine(lab, own)).toSorted(),
    ])
  }
}

// From 64 MiB on, each part of a partition has a statement of its own.
it.each([
  ['partition', 50],
  ['part', 230_000],
] as const)('of a tier migration by %s', async (granularity, rowsPerPart) => {
  const table = `moved_${granularity}`
  await lab.createTable(table, { months: 1, parts: 3, rowsPerPart })
  const request = {
    ...{ cluster: lab.clusterId, database: 'lab', table, targetVolume: 'cold' },
    goal: { kind: 'older-than' as const, before: '2030-01-01T00:00:00Z' },
  }
  const { steps } = await previewTierMigration(lab.ctx, request)
  expect(steps.map((step) => step.granularity)).toEqual(lab.nodes.map(() => granularity))
  const since = new Date()
  const { id } = await requestTierMigrationPlan(lab.ctx, request)
  await startTierMigration(lab.ctx, { id })
  expect(await lab.waitUntilSettled(id)).toMatchObject({ status: 'completed' })
  await expectSent(
    steps.flatMap(({ node, statements }) => statements.map((sql) => ({ node, sql }))),
    ['tier-migration'],
    since,
  )
})

it.each(['gentle', 'heavy'] as const)('of a TTL that is set and removed, %s', async (mode) => {
  const table = `ttl_${mode}`
  await lab.createTable(table, { months: 2, parts: 1, rowsPerPart: 50 })
  // Setting the next TTL waits for the mutation.
  await lab.runAll(`SYSTEM START MERGES lab.${table}`)
  const ctx = lab.asRole('admin')
  for (const ttl of ["day + INTERVAL 90 YEAR TO VOLUME 'cold'", '']) {
    const draft = { cluster: lab.clusterId, database: 'lab', table, ttl }
    const { data } = await previewTableTtl(ctx, draft)
    const since = new Date()
    expect(await applyTableTtl(ctx, { ...draft, mode })).toMatchObject({ outcome: 'applied' })
    expect(data.statements[mode]).not.toEqual([])
    await expectSent(data.statements[mode], ['set_ttl', 'materialize_ttl'], since)
  }
})

it('of another storage policy', async () => {
  await lab.createTable('policies', { months: 1, parts: 1, rowsPerPart: 50 }, 'default')
  const at = { cluster: lab.clusterId, database: 'lab', table: 'policies' }
  const { data } = await getTablePolicy(lab.ctx, { ...at, fresh: true })
  const choice = data.choices.find(({ policy }) => policy === 'default_tiered')
  const since = new Date()
  await changeTablePolicy(lab.ctx, { ...at, policy: 'default_tiered' })
  const shown = choice?.nodes.flatMap(({ node, statement }) => (statement ? [{ node, sql: statement }] : []))
  expect(shown).toHaveLength(lab.nodes.length)
  await expectSent(shown ?? [], ['change_table_policy'], since)
})

it('of a warm-up: the first partition before, each of them in its run, and each is read twice', async () => {
  await lab.createCold('warmed', 3)
  const draft = lab.draft('warmed')
  const { data } = await previewWarmup(lab.ctx, draft)
  const since = new Date()
  const id = await lab.start(draft)
  await expect
    .poll(async () => (await lab.db.cacheWarmup.findUniqueOrThrow({ where: { id } })).status, {
      timeout: 60_000,
    })
    .toBe('completed')
  const steps = await lab.stepsOf(id)
  const shown = await Promise.all(
    steps.map(async ({ ordinal, nodeName: node }) => ({
      node,
      sql: (await getWarmupStep(lab.ctx, { id, ordinal })).sql ?? '',
    })),
  )
  expect(shown).toHaveLength(data.steps)
  expect(shown).toContainEqual(data.statement)
  await expectSent([...shown, ...shown], ['cache-warmup'], since)
})

it.each([undefined, 'dropped'])('of a drop from a cache (table: %s)', async (table) => {
  if (table !== undefined) {
    await lab.createCold(table, 1)
    await lab.runAll(`SELECT sum(id), sum(length(text)) FROM lab.${table} FORMAT Null`)
  }
  const target = {
    cluster: lab.clusterId,
    cache: 'cold_cache',
    ...(table === undefined ? {} : { database: 'lab', table }),
  }
  const { data } = await previewDrop(lab.ctx, target)
  const since = new Date()
  await dropCache(lab.ctx, target)
  const shown = data.nodes.flatMap(({ node, sql }) => sql.map((each) => ({ node, sql: each })))
  expect(shown.length).toBeGreaterThanOrEqual(lab.nodes.length)
  await expectSent(shown, ['drop_cache'], since)
})
