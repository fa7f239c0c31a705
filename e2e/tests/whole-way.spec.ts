import type { Page } from '@playwright/test'
import { type AdminNode, askAll } from '../support/nodes.ts'
import { startPlan } from '../support/planner.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const table = 'whole_way'
const path = `/clusters/demo/tables/demo/${table}`

/** Three old months of three parts each on the default policy. */
async function makeTable(nodes: readonly AdminNode[]): Promise<void> {
  await askAll(
    nodes,
    `CREATE OR REPLACE TABLE demo.${table} (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`,
  )
  for (let part = 0; part < 3; part++)
    await askAll(
      nodes,
      `INSERT INTO demo.${table} SELECT toDate('2023-01-15') + INTERVAL number % 3 MONTH, number FROM numbers(${3000 + part})`,
    )
}

const sum = (nodes: readonly AdminNode[]) =>
  askAll<{ id: string; rows: string; sum: string }>(
    nodes,
    `SELECT _partition_id AS id, toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum
     FROM demo.${table} GROUP BY id ORDER BY id`,
  )

/** Location of each partition, as `node partition disk`, with its parts. */
const places = async (nodes: readonly AdminNode[]) =>
  new Map(
    (
      await askAll<{ place: string; parts: number }>(
        nodes,
        `SELECT concat(partition_id, ' ', disk_name) AS place, toUInt32(count()) AS parts FROM system.parts
         WHERE active AND database = 'demo' AND table = '${table}' GROUP BY place`,
      )
    ).map(({ node, place, parts }): [string, number] => [`${node} ${place}`, parts]),
  )

async function setTtl(page: Page, ttl: string, how: RegExp, confirm: string): Promise<void> {
  await page.goto(`${path}/ttl`)
  await page.getByRole('tab', { name: 'Raw' }).click()
  await page.getByRole('textbox', { name: 'TTL' }).fill(ttl)
  await page.getByRole('region', { name: '2. Dry run' }).getByRole('button', { name: 'Dry run' }).click()
  const set = page.getByRole('region', { name: '3. Apply' })
  await set.getByRole('radio', { name: how }).click()
  await set.getByRole('button', { name: 'Apply TTL' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
  await expect(set.getByRole('status')).toHaveText('Applied to all nodes and verified.')
}

async function migrate(page: Page, search: string): Promise<void> {
  await page.goto(`${path}/move?${search}`)
  await startPlan(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 30_000 })
}

test('a table goes the whole way: policy extended, TTL set gently, merged, migrated one by one, moved back, and heavy mode', async ({
  page,
  nodes,
}) => {
  test.setTimeout(180_000)
  await makeTable(nodes)
  const sums = await sum(nodes)
  const everywhere = (id: string, disk: string) => nodes.map(({ name }) => `${name} ${id} ${disk}`)
  const placed = async () => [...(await places(nodes)).keys()].sort()
  const ttl = "day + toIntervalMonth(12) TO VOLUME 'cold'"

  await test.step('the policy is extended', async () => {
    await page.goto(path)
    await page.getByRole('tab', { name: 'Storage policy' }).click()
    await page.getByRole('radio', { name: /^default_tiered/ }).click()
    const effect = page.getByRole('region', { name: 'Effect' })
    await effect.getByRole('button', { name: /^Change on/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change policy' }).click()
    await expect(effect).toContainText('All nodes use default_tiered. Verified.')
  })

  await test.step('the TTL is set gently: nothing moves', async () => {
    const before = await placed()
    await setTtl(page, ttl, /^Gentle/, 'Apply')
    expect(await placed()).toEqual(before)
  })

  await test.step('one partition is merged and moved, then the others without a merge', async () => {
    await migrate(page, 'partitions=202301&to=cold&optimize=1')
    const now = await places(nodes)
    for (const place of everywhere('202301', 'cold_cache')) expect(now.get(place)).toBe(1)
    await migrate(page, 'partitions=202302&to=cold')
    await migrate(page, 'partitions=202303&to=cold')
    const cold = ['202301', '202302', '202303'].flatMap((id) => everywhere(id, 'cold_cache'))
    expect(await placed()).toEqual(cold.sort())
    expect(await sum(nodes)).toEqual(sums)
  })

  await test.step('it cannot be moved back against the TTL, and can once the TTL allows it', async () => {
    await page.goto(`${path}/move?partitions=202301&to=default`)
    const plan = page.getByRole('region', { name: '3. Plan' })
    await expect(plan.getByRole('list', { name: 'Checks' })).toContainText(
      "would immediately move them away from 'default'",
    )
    await expect(plan.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
    await setTtl(page, "day + toIntervalYear(20) TO VOLUME 'cold'", /^Heavy/, 'Apply and materialize')
    // The servers write the new times into their parts by a mutation.
    await expect
      .poll(
        () =>
          askAll<{ left: number }>(
            nodes,
            `SELECT toUInt32(count()) AS left FROM system.mutations WHERE NOT is_done AND table = '${table}'`,
          ),
        { timeout: 30_000 },
      )
      .toEqual(nodes.map(({ name }) => ({ node: name, left: 0 })))
    await migrate(page, 'partitions=202301,202302,202303&to=default')
    const hot = ['202301', '202302', '202303'].flatMap((id) => everywhere(id, 'default'))
    expect(await placed()).toEqual(hot.sort())
    expect(await sum(nodes)).toEqual(sums)
  })

  await test.step('heavy mode: only the TTL, and the servers move everything', async () => {
    await setTtl(page, ttl, /^Heavy/, 'Apply and materialize')
    const cold = ['202301', '202302', '202303'].flatMap((id) => everywhere(id, 'cold_cache'))
    await expect.poll(placed, { timeout: 60_000 }).toEqual(cold.sort())
    expect(await sum(nodes)).toEqual(sums)
  })
  await askAll(nodes, `DROP TABLE demo.${table} SYNC`)
})
