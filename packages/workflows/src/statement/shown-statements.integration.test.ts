import {
  applyTableTtl,
  changeTablePolicy,
  dropCache,
  getTablePolicy,
  getTierMigrationStep,
  getWarmupStep,
  previewDrop,
  previewTableTtl,
  previewTierMigration,
  previewTierMigrationSql,
  previewWarmup,
  previewWarmupSql,
  requestTierMigrationPlan,
  startTierMigration,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compareSettings, formatByEngine, listSent } from '../testing/sent-statements.ts'
import { openWarmupLab, type WarmupLab } from '../testing/warmup-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'

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
    const settings = await compareSettings(lab, node, { shown: own, purposes, since })
    expect([node, settings.sent]).toEqual([node, settings.shown])
  }
}

const throttled = { limits: { bandwidthBytesPerSecond: '50000000' } }
const merged = { optimizeFirst: true, deepCheck: true }

// From 64 MiB on, each part of a partition has a statement of its own.
it.each([
  ['by partition', 'partition', 50, {}],
  ['by part', 'part', 230_000, {}],
  ['with a deep check and a limit', 'partition', 50, { deepCheck: true, ...throttled }],
  ['that merges first', 'partition', 50, { ...merged, ...throttled }],
] as const)('of a tier migration %s', async (name, granularity, rowsPerPart, change) => {
  const table = `moved_${name.replaceAll(' ', '_')}`
  await lab.createTable(table, { months: 1, parts: 3, rowsPerPart })
  if ('optimizeFirst' in change) await lab.runAll(`SYSTEM START MERGES lab.${table}`)
  const request = {
    ...{ cluster: lab.clusterId, database: 'lab', table, targetVolume: 'cold', ...change },
    goal: { kind: 'older-than' as const, before: '2030-01-01T00:00:00Z' },
  }
  const { steps } = await previewTierMigration(lab.ctx, request)
  const { statements: all } = await previewTierMigrationSql(lab.ctx, request)
  expect(steps.map((step) => step.granularity)).toEqual(lab.nodes.map(() => granularity))
  expect(steps.flatMap(({ node, statements }) => statements.map((sql) => ({ node, sql })))).toEqual(all)
  const since = new Date()
  const { id } = await requestTierMigrationPlan(lab.ctx, request)
  await startTierMigration(lab.ctx, { id })
  expect(await lab.waitUntilSettled(id)).toMatchObject({ status: 'completed' })
  const details = await Promise.all(
    steps.map(({ ordinal }) => getTierMigrationStep(lab.ctx, { id, ordinal })),
  )
  const purposes = ['tier-migration', 'content_sums', 'check_part']
  // The step of a run names the part that the merge has made.
  const [part] = details.flatMap(({ after }) => after?.map((each) => each.name) ?? [])
  await expectSent(
    all.map(({ node, sql }) => ({ node, sql: sql.replaceAll('<merged part>', part ?? '') })),
    purposes,
    since,
  )
  for (const { nodeName, moves, readStatements } of details) {
    const shown = [...moves, ...readStatements].map(({ statement }) => statement)
    const sent = await listSent(lab, nodeName, purposes, since)
    expect((await formatByEngine(lab, shown)).toSorted()).toEqual(
      (await formatByEngine(lab, sent)).toSorted(),
    )
  }
})

it('of the steps of a plan with more than a hundred parts: the preview has the first, and all can be read', async () => {
  await lab.createTable('many_parts', { months: 1, parts: 1, rowsPerPart: 10 })
  const [[, client] = []] = lab.admins
  const values = `SELECT toDate('2024-01-15'), number, randomPrintableASCII(700) FROM numbers(120000)`
  await client?.command({
    query: `INSERT INTO lab.many_parts ${values} SETTINGS max_block_size = 1000, min_insert_block_size_rows = 1, min_insert_block_size_bytes = 1, max_insert_threads = 1`,
  })
  const request = {
    ...{ cluster: lab.clusterId, database: 'lab', table: 'many_parts', targetVolume: 'cold' },
    goal: { kind: 'older-than' as const, before: '2030-01-01T00:00:00Z' },
  }
  const { steps } = await previewTierMigration(lab.ctx, request)
  const { statements: all } = await previewTierMigrationSql(lab.ctx, request)
  const [most] = steps.toSorted((a, b) => b.statementCount - a.statementCount)
  expect([most?.statements.length, most?.statementCount]).toEqual([100, 121])
  expect(all).toHaveLength(steps.reduce((sum, step) => sum + step.statementCount, 0))
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

const byText = (a: Shown[number], b: Shown[number]) => (a.node + a.sql < b.node + b.sql ? -1 : 1)

it('of a warm-up: the same in the preview and in its run, and each is read twice', async () => {
  await lab.createCold('warmed', 3)
  const draft = lab.draft('warmed')
  const { data } = await previewWarmup(lab.ctx, draft)
  const { statements: all } = await previewWarmupSql(lab.ctx, draft)
  const since = new Date()
  const id = await lab.start(draft)
  await expect
    .poll(async () => (await lab.db.run.findUniqueOrThrow({ where: { id } })).status, {
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
  expect(all[0]).toEqual(data.statement)
  expect(all.toSorted(byText)).toEqual(shown.toSorted(byText))
  await expectSent([...shown, ...shown], ['cache-warmup'], since)
  expect(shown[0]?.sql).toContain('use_query_condition_cache')
  // A setting that a node's version lacks is not sent to it.
  const clusters = wrapClients(lab.ctx.clusters, ({ query: ask }) => ({
    query: async (query, params, options) => {
      const answer = await ask(query, params, options)
      const isOlder = (row: object) => !('name' in row && row.name === 'use_query_condition_cache')
      return { ...answer, rows: answer.rows.filter((row) => isOlder(row as object)) }
    },
  }))
  const older = await getWarmupStep({ ...lab.ctx, clusters }, { id, ordinal: 0 })
  expect(older.sql).not.toContain('use_query_condition_cache')
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
