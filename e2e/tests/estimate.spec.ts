import { expectAccessible } from '../support/accessible.ts'
import { figure } from '../support/figures.ts'
import { startPlan } from '../support/planner.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

const table = `estimated_${Date.now().toString(36)}`

test.beforeAll(async ({ nodes }) => {
  for (const node of nodes) {
    await node.run(`CREATE TABLE demo.${table} (day Date, id UInt64, text String) ENGINE = MergeTree
      PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = 'tiered'`)
    await node.run(`INSERT INTO demo.${table} SELECT toDate('2024-01-15') + INTERVAL number % 4 MONTH, number,
      randomPrintableASCII(100) FROM numbers(20000)`)
  }
})
test.afterAll(async ({ nodes }) => {
  for (const node of nodes) await node.run(`DROP TABLE IF EXISTS demo.${table} SYNC`)
})

const bodyOf = (partitionIds: string[], limits = {}) => ({
  ...{ cluster: 'demo', database: 'demo', table, targetVolume: 'cold', limits },
  goal: { kind: 'partitions', partitionIds },
})

test('a plan says how long it takes, and a run tells its end once, on any page', async ({ page }) => {
  const { body: first } = await callRest<{ id: string }>('POST', '/tier-migrations', {
    body: bodyOf(['202401', '202402']),
  })
  await callRest('POST', `/tier-migrations/${first.id}/start`)
  await expect
    .poll(
      async () => (await callRest<{ status: string }>('GET', `/tier-migrations/${first.id}`)).body.status,
      { timeout: 90_000 },
    )
    .toBe('completed')
  interface DryRun {
    estimate: { duration: { fastMs: number; slowMs: number } | null; requests: { writes: number } }
  }
  const { body: dry } = await callRest<DryRun>('POST', '/tier-migration-previews', {
    body: bodyOf(['202403']),
  })
  expect(dry.estimate.duration?.fastMs).toBeGreaterThan(0)
  expect(dry.estimate.requests.writes).toBeGreaterThan(0)

  // The browser of the tests shows no notifications: this one records them.
  await page.addInitScript(() => {
    const shown: string[] = []
    class Recorded {
      static requestPermission = async () => 'granted'
      onclick: unknown = null
      constructor(title: string) {
        shown.push(title)
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Recorded, shownNotifications: shown })
  })
  const pace = encodeURIComponent(JSON.stringify({ bandwidthBytesPerSecond: '65536' }))
  await page.goto(`/clusters/demo/tables/demo/${table}/move?by=age&before=2030-01-01&to=cold&pace=${pace}`)
  const plan = page.getByRole('region', { name: '3. Plan' })
  const estimate = plan.getByRole('region', { name: 'Estimate' })
  await expect(estimate).toContainText('finished statements in this direction')
  await expect(figure(estimate, 'Requests')).toContainText('PUT')
  await expectAccessible(page)
  await startPlan(page)

  const progress = page.getByRole('region', { name: 'Progress', exact: true })
  // It is checked after the browser has given its permission.
  const notify = progress.getByRole('checkbox', { name: 'Notify me when it ends' })
  await notify.click()
  await expect(notify).toBeChecked()
  await expect(progress).toContainText('Estimated ')
  await expectAccessible(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Fleet' }).click()
  await expect(page.getByRole('heading', { name: 'Fleet', level: 1 })).toBeVisible()
  const shown = () =>
    page.evaluate(() => (globalThis as unknown as { shownNotifications: string[] }).shownNotifications)
  await expect.poll(shown, { timeout: 150_000 }).toEqual([`demo.${table}: completed`])
  await page.goBack()
  await expect(progress).toContainText(/Estimated .*, took /)
  await expect(progress.getByRole('region', { name: 'Throughput' })).toBeVisible()
  await expect(progress.getByRole('checkbox')).toHaveCount(0)
  expect(await shown()).toHaveLength(1)
})
