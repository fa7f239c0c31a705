import { expectAccessible } from '../support/accessible.ts'
import { askAll } from '../support/nodes.ts'
import { callRest } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'

test.use({ role: 'admin' })

const table = 'file_journey'
const ttl = "toDate(at) + INTERVAL 60 DAY TO VOLUME 'cold', toDate(at) + INTERVAL 100 DAY"
const address = `clusters.demo.tables."demo.${table}"`

interface Change {
  address: string
  blocked: string | null
  notes: string[]
  loss: string | null
  accept: { place: string; rows: string }[] | null
}

test('a TTL in a file is planned with the rows that it deletes, applied on all nodes, and shown as managed', async ({
  page,
  nodes,
}) => {
  test.setTimeout(120_000)
  for (const node of nodes)
    await node.ask(
      `CREATE OR REPLACE TABLE demo.${table} (at DateTime, id UInt64) ENGINE = MergeTree
       PARTITION BY toYYYYMM(at) ORDER BY id SETTINGS storage_policy = 'tiered'
       AS SELECT now() - toIntervalDay(number % 4 * 40) AS at, number AS id FROM numbers(4000)`,
    )
  const document = {
    ...{ version: 1, name: 'e2e-tables' },
    clusters: { demo: { tables: { [`demo.${table}`]: { ttl } } } },
  }
  const plan = async () =>
    (await callRest<{ changes: Change[] }>('POST', '/state/plan', { body: { document } })).body.changes
  const [change] = await plan()
  expect(change).toMatchObject({ address, blocked: null })
  // Of four thousand rows a thousand are 120 days old, on each node.
  expect(change?.accept?.map(({ rows }) => rows)).toEqual(nodes.map(() => '1000'))
  expect(change?.notes.join(' ')).toMatch(
    /Moves .* \d+ parts with .* are due but have no information for this TTL/,
  )
  const { body } = await callRest<{ id: string }>('POST', '/state/apply', {
    body: { document, accepts: { [address]: change?.accept } },
  })

  await page.goto(`/admin/state/${body.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('completed', { timeout: 60_000 })
  const changes = page.getByRole('region', { name: 'Changes', exact: true })
  await expect(changes).toContainText('Merges delete 1000 rows on')
  await expect(changes).toContainText(`table demo.${table}`)
  await expectAccessible(page)
  const texts = await askAll<{ engine: string }>(
    nodes,
    `SELECT engine_full AS engine FROM system.tables WHERE database = 'demo' AND name = '${table}'`,
  )
  for (const { engine } of texts) expect(engine).toContain("toDate(at) + toIntervalDay(60) TO VOLUME 'cold'")
  expect(texts).toHaveLength(nodes.length)
  expect(await plan()).toEqual([])

  const notice = page.getByRole('region', { name: 'Managed from a file' })
  await page.goto(`/clusters/demo/tables/demo/${table}?tab=policy`)
  await expect(notice).toContainText(`demo.${table}`)
  await page.goto(`/clusters/demo/tables/demo/${table}/ttl`)
  await expect(notice).toContainText('e2e-tables')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
  await expect(notice).toHaveCount(0)
  for (const node of nodes) await node.ask(`DROP TABLE demo.${table} SYNC`)
})
