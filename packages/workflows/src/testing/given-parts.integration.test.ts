import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startS3Store } from '@frostline/embedded'
import { DATABASE_TEMPLATE, queryNode, startGivenParts } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openBucketLab } from './bucket-lab.ts'
import { openMigrationLab } from './migration-lab.ts'

/** Parts that no lab has started, as a person would provide them. */
let given: Awaited<ReturnType<typeof startParts>>
beforeAll(async () => {
  given = await startParts()
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await given?.stop()
})

async function startParts() {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-given-'))
  const store = await startS3Store({
    ...{ dataDir: join(dataDir, 's3'), accessKeyId: 'given' },
    secretAccessKey: randomBytes(20).toString('hex'),
    buckets: ['nodes', 'frostline-test'],
  })
  const parts = await startGivenParts(dataDir, { shards: 1, store })
  const { postgres, cluster } = parts
  const [node] = cluster.nodes
  if (!node) throw new Error('The cluster has no nodes.')
  const { admin } = cluster.users
  const notShared = { FROSTLINE_TEST_SHARED_PARTS: '', [DATABASE_TEMPLATE]: '' }
  for (const [name, value] of Object.entries({ ...notShared, ...parts.env })) vi.stubEnv(name, value)
  return {
    postgres,
    store,
    /** Number of changing statements on the given node with this text. */
    async countStatements(text: string): Promise<number> {
      await queryNode(node.httpUrl, admin, 'SYSTEM FLUSH LOGS')
      const [row] = await queryNode<{ n: number }>(
        node.httpUrl,
        admin,
        `SELECT toUInt32(count()) AS n FROM system.query_log WHERE type = 'QueryFinish' AND query_kind != 'Select' AND position(query, {text: String}) > 0`,
        { parameters: { text } },
      )
      return row?.n ?? 0
    },
    async stop() {
      await parts.stop()
      await store.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

it('a lab works on the given nodes, store and database, and leaves nothing there', async () => {
  const lab = await openBucketLab({ shards: 1 })
  try {
    await lab.createCold('given_parts', 2)
    const { id } = await lab.start()
    expect(await lab.drive(id)).toMatchObject({ status: 'completed', obstacle: null })
    expect((await lab.listKeys()).length).toBeGreaterThan(10)
    expect(new URL(lab.postgres.url).port).toBe(new URL(given.postgres.url).port)
    await lab.store.inject({ operation: 'ListObjectsV2', status: 503 })
    await expect(lab.listKeys()).rejects.toThrow()
    await lab.store.clearFaults()
    await expect(lab.clickhouse.nodes[0]?.kill()).rejects.toThrow(/FROSTLINE_TEST_CLICKHOUSE_URLS/)
  } finally {
    await lab.close()
  }
  expect(await given.countStatements('MOVE PARTITION ID')).toBeGreaterThan(1)
  expect((await given.store.counters()).PutObject?.requests).toBeGreaterThan(10)
  expect(await given.countStatements('DROP DATABASE IF EXISTS lab')).toBe(2)
})

it('a lab that must change its nodes says so, and keeps its objects in the given store', async () => {
  const said: string[] = []
  const info = vi.spyOn(console, 'info').mockImplementation((line: string) => void said.push(line))
  const lab = await openMigrationLab({ shards: 1, own: { nodes: 'it kills nodes' } })
  try {
    await lab.createTable('own_nodes', { months: 1, parts: 1, rowsPerPart: 10 })
    await given.store.resetCounters()
    const [, client] = lab.admins[0] ?? []
    await client?.command({ query: `ALTER TABLE lab.own_nodes MOVE PARTITION ID '202401' TO VOLUME 'cold'` })
    expect((await given.store.counters()).PutObject?.requests).toBeGreaterThan(3)
  } finally {
    await lab.close()
    info.mockRestore()
  }
  expect(await given.countStatements('lab.own_nodes')).toBe(0)
  expect(said).toEqual([
    'FROSTLINE_TEST_CLICKHOUSE_URLS is not used here, but a part of our own: it kills nodes.',
  ])
})
