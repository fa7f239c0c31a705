import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORPHAN } from './pieces/audit-bucket.ts'
import { type DemoConsole, openDemoConsole } from './testing/demo-console.ts'

let demo: DemoConsole
beforeAll(async () => {
  demo = await openDemoConsole()
})
afterAll(() => demo?.close())

interface Run {
  readonly id: string
  readonly status: string
  readonly requestedBy: string
}
const listOwn = async <Row extends Run>(path: string, name: string) =>
  (await demo.get<Record<string, Row[]>>(path))[name]?.filter((run) => run.requestedBy === 'Demo operator') ??
  []
/** From the oldest, without those of the pipeline: it goes on. */
const listLoads = async () =>
  (
    await listOwn<
      Run & { title: string; pipelineId: string | null; loadedRows: string; skippedRows: string }
    >('/loads?limit=200', 'loads')
  )
    .filter(({ pipelineId }) => pipelineId === null)
    .toReversed()

interface Migration extends Run {
  readonly table: string
  readonly movedParts: number
  readonly totalParts: number
}
interface Step {
  readonly partitionId: string
  readonly failures: number
  readonly proof: string
  readonly deepCheckVerdict: string
}
const listMigrations = () => listOwn<Migration>('/tier-migrations', 'migrations')
const listSteps = async ({ id }: Run) =>
  (await demo.get<{ stepList: Step[] }>(`/tier-migrations/${id}`)).stepList
async function countFailures(): Promise<number> {
  const newest = (await listMigrations()).find(({ table }) => table === 'fleet_positions')
  return newest ? Math.max(...(await listSteps(newest)).map(({ failures }) => failures)) : 0
}

test('the demo work goes on after every kill, doubles nothing, and leaves something real on every page', async () => {
  // Killed with a request on its way, then as a whole, then again.
  await demo.waitUntilAsked('migration')
  await demo.killOperator()
  await demo.waitUntilAsked('failed migration 1')
  await expect.poll(countFailures).toBeGreaterThan(1)
  await demo.killAll()
  await demo.start()
  await demo.waitUntilAsked('pipeline')
  await demo.killOperator()
  await demo.waitUntilDone()

  const migrations = await listMigrations()
  expect(migrations.map(({ status }) => status)).toEqual(migrations.map(() => 'completed'))
  for (const { movedParts, totalParts } of migrations) {
    expect(totalParts).toBeGreaterThan(0)
    expect(movedParts).toBe(totalParts)
  }
  const ofTrips = migrations.filter(({ table }) => table === 'trips_local')
  expect(ofTrips).toHaveLength(1)
  for (const migration of ofTrips)
    expect(
      (await listSteps(migration)).map(({ proof, deepCheckVerdict }) => [proof, deepCheckVerdict]),
    ).toEqual(['shard-1', 'shard-2', 'shard-3'].map(() => ['identical', 'passed']))
  const { schedules } = await demo.get<{ schedules: { id: string; enabled: boolean }[] }>('/tier-schedules')
  expect(schedules.map(({ enabled }) => enabled)).toEqual([true])
  const { runs } = await demo.get<{ runs: { status: string; tables: { migrationId: string }[] }[] }>(
    `/tier-schedules/${schedules[0]?.id}/runs`,
  )
  expect(runs.map(({ status, tables }) => [status, tables.length])).toEqual([['completed', 1]])
  const scheduled = runs[0]?.tables[0]?.migrationId
  const allOfFleet = migrations.filter(({ table }) => table === 'fleet_positions')
  const ofFleet = allOfFleet.filter(({ id }) => id !== scheduled)
  expect(ofFleet).toHaveLength(allOfFleet.length - 1)
  const histories = await Promise.all(
    ofFleet.map(({ id }) => demo.get<{ to: string | null; note: string | null }[]>(`/runs/${id}/history`)),
  )
  expect(histories.filter((history) => history.some(({ to }) => to === 'failed'))).toHaveLength(1)
  expect(histories.flat().filter(({ note }) => note !== null)).toHaveLength(1)
  const moved = await Promise.all(
    migrations.map(async (migration) => {
      const ids = (await listSteps(migration)).map(({ partitionId }) => `${migration.table} ${partitionId}`)
      return [...new Set(ids)]
    }),
  )
  expect(new Set(moved.flat()).size).toBe(moved.flat().length)

  const ttl = '/clusters/demo/tables/demo/trips_archive_local/ttl'
  const { data } = await demo.get<{
    data: { forms: { ttl: string }[]; nodes: { parts: number; partsWithoutInformation: number }[] }
  }>(ttl)
  expect(data.forms.map((form) => form.ttl)).toEqual(["pickup_at + toIntervalYear(3) TO VOLUME 'cold'"])
  for (const { parts, partsWithoutInformation } of data.nodes) {
    expect(parts).toBeGreaterThan(0)
    expect(partsWithoutInformation).toBe(parts)
  }

  const loads = await listLoads()
  expect(
    loads.map(({ title, status, loadedRows, skippedRows }) => [title, status, loadedRows, skippedRows]),
  ).toEqual([
    ['Late trips, with bad rows', 'completed', '588', '12'],
    ['Archive of older trips', 'completed', '140000', '0'],
  ])
  expect(await demo.count('demo.trips_archive')).toBe(140_000)

  const { pipelines } = await demo.get<{ pipelines: { id: string; name: string }[] }>('/load-pipelines')
  expect(pipelines.map(({ name }) => name)).toEqual(['Live trips'])
  const objects = `/load-pipelines/${pipelines[0]?.id}/objects?state=taken`
  await expect
    .poll(async () => (await demo.get<{ total: number }>(objects)).total, { timeout: 120_000 })
    .toBeGreaterThan(1)
  await expect.poll(() => demo.count('demo.live_trips')).toBeGreaterThan(60)
  expect((await demo.count('demo.live_trips')) % 60).toBe(0)

  const [warmUp, ...furtherWarmUps] = await listOwn('/cache-warmups', 'warmups')
  expect(furtherWarmUps).toEqual([])
  const { comparison, runs: measured } = await demo.get<{
    comparison: { coldShare: number; speedUp: number }
    runs: { moment: string; storeBytes: string }[]
  }>(`/cache-warmups/${warmUp?.id}`)
  expect(comparison.coldShare).toBeGreaterThan(0.9)
  expect(measured.find(({ moment }) => moment === 'after')?.storeBytes).toBe('0')

  const [benchmark, ...furtherBenchmarks] = await listOwn('/benchmarks', 'benchmarks')
  expect(furtherBenchmarks).toEqual([])
  const { tiers } = await demo.get<{ tiers: { tier: string; counted: number }[] }>(
    `/tier-benchmarks/${benchmark?.id}`,
  )
  expect(tiers.map(({ tier, counted }) => [tier, counted])).toEqual(
    ['hot', 'cold', 'cache-first', 'cache-second'].map((tier) => [tier, 3]),
  )

  const audits = await listOwn('/bucket-audits', 'audits')
  expect(audits.map(({ status }) => status)).toEqual(audits.map(() => 'completed'))
  // Beside objects of uploads that a kill has cut off.
  const { findings } = await demo.get<{ findings: { key: string }[] }>(
    `/bucket-audits/${audits[0]?.id}/findings?kind=orphan&limit=500`,
  )
  expect(findings.map(({ key }) => key)).toContain(ORPHAN)

  const listAlerts = async () =>
    (await demo.get<{ alerts: { kind: string }[] }>('/alerts')).alerts.map(({ kind }) => kind)
  expect(await listAlerts()).toContain('failing-moves')
  // Without the five minutes that it holds by default.
  await demo.put('/alert-rules/late-arrivals', {
    enabled: true,
    threshold: 24,
    holdSeconds: 0,
    clearSeconds: 60,
  })
  await expect.poll(listAlerts).toContain('late-arrivals')
}, 400_000)
