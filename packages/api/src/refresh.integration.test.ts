import { queryNode, startTestStack, type TestStack } from '@frostline/embedded/testing'
import { ensureEmbeddedCluster } from '@frostline/services'
import superjson, { type SuperJSONResult } from 'superjson'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { maxAnswerAgeHeader } from './answer-age.ts'
import { openTestApi, type TestApi } from './testing/open-test-api.ts'

let stack: TestStack
let doors: TestApi
let cookie: string

beforeAll(async () => {
  stack = await startTestStack({ shards: 1, postgres: true })
  doors = await openTestApi(stack.postgres.url)
  const { nodes, users, clusterName } = stack.clickhouse
  await ensureEmbeddedCluster(doors.services.as('admin', { type: 'system' }), {
    ...{ name: 'Main', clusterName, ...users.frostline },
    nodes: nodes.map(({ name, httpUrl, shard, replica }) => ({ name, url: httpUrl, shard, replica })),
  })
  cookie = await doors.signIn('viewer')
})
afterAll(async () => {
  await doors.close()
  await stack.stop()
})

/** Like our pages: several queries in one request. */
async function ask<Answer>(headers: Record<string, string>, ...paths: string[]): Promise<Answer[]> {
  const input = encodeURIComponent(
    JSON.stringify(Object.fromEntries(paths.map((_, index) => [index, { json: { cluster: 'main' } }]))),
  )
  const response = await doors.request('GET', `/api/trpc/${paths.join(',')}?batch=1&input=${input}`, {
    headers: { cookie, ...headers },
  })
  const answers = (await response.json()) as { result: { data: SuperJSONResult } }[]
  return answers.map(({ result }) => superjson.deserialize<Answer>(result.data))
}

interface Tables {
  observedAt: Date
  data: { tables: { table: string }[] }
}

const create = async (table: string) => {
  for (const { httpUrl } of stack.clickhouse.nodes)
    await queryNode(
      httpUrl,
      stack.clickhouse.users.admin,
      `CREATE TABLE default.${table} (n UInt64) ENGINE = MergeTree ORDER BY n`,
    )
}

it('shows the state at the time of a Refresh, however recent the last result is', async () => {
  for (const table of ['first', 'second', 'third']) {
    await ask({}, 'tables.list')
    await create(table)
    const [, list] = await ask<Tables>({ [maxAnswerAgeHeader]: '0' }, 'overview.get', 'tables.list')
    expect(list?.data.tables.map((each) => each.table)).toContain(table)
  }
})

it.each(['-1', 'soon', '1e3', ''])('ignores the age "%s"', async (age) => {
  const [list] = await ask<Tables>({ [maxAnswerAgeHeader]: age }, 'tables.list')
  expect(list?.data.tables).not.toHaveLength(0)
})
