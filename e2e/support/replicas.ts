import { randomUUID } from 'node:crypto'
import { openReplicas, type ReplicaParts, type Replicas } from '@frostline/embedded/testing'
import { type AdminNode, connectNode } from './nodes.ts'
import { cluster } from './run.ts'
import { test as base, expect } from './test.ts'

export const database = 'lab'

export interface Lab extends ReplicaParts {
  readonly store: NonNullable<Replicas['store']>
  node(name: string): AdminNode
}

/** The tests of e2e on two shards of two real replicas: `nodes` are these. */
export const test = base.extend<object, { replicas: Replicas; lab: Lab }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  replicas: [async ({}, use) => use(await openReplicas(ownLab())), { scope: 'worker' }],
  nodes: [
    async ({ replicas }, use) => {
      const nodes = replicas.nodes.map(({ name, httpUrl }) =>
        connectNode(name, httpUrl, replicas.users.admin),
      )
      await Promise.all(nodes.map((node) => node.run(`CREATE DATABASE IF NOT EXISTS ${database}`)))
      await use(nodes)
      await Promise.all(nodes.map((node) => node.close()))
    },
    { scope: 'worker' },
  ],
  lab: [
    async ({ replicas: { parts, store }, nodes }, use) => {
      if (!parts || !store) throw new Error('These tests kill parts of a lab and look into its store.')
      const node = (name: string) =>
        nodes.find((each) => each.name === name) ?? fail(`There is no node ${name}.`)
      await use({ ...parts, store, node })
    },
    { scope: 'worker' },
  ],
})

/** Replicas given for other tests are not those of this product. */
const ownLab = () => ({ ...process.env, FROSTLINE_TEST_REPLICATED_URLS: '' })

export { expect }

export const [s1r1, s1r2, s2r1, s2r2] = [
  'shard-1-replica-1',
  'shard-1-replica-2',
  'shard-2-replica-1',
  'shard-2-replica-2',
] as const

export const tablePath = (table: string) => `/clusters/${cluster}/tables/${database}/${table}`

const shape = `(day Date, id UInt64, text String)`

/**
 * A ReplicatedMergeTree by month with the same UUID on all its nodes. In a policy `tiered_shared` replicas share
 * objects.
 */
export async function createTable(
  nodes: readonly AdminNode[],
  table: string,
  { policy = 'tiered', on = nodes.map(({ name }) => name) }: { policy?: string; on?: readonly string[] } = {},
): Promise<void> {
  const uuid = randomUUID()
  const sharing = policy === 'tiered_shared' ? ', allow_remote_fs_zero_copy_replication = 1' : ''
  for (const node of nodes.filter(({ name }) => on.includes(name)))
    await node.run(
      `CREATE TABLE ${database}.${table} UUID '${uuid}' ${shape}
       ENGINE = ReplicatedMergeTree('/clickhouse/tables/${database}/{shard}/${table}', '{replica}')
       PARTITION BY toYYYYMM(day) ORDER BY id
       SETTINGS storage_policy = '${policy}'${sharing}, merge_selecting_sleep_ms = 200, max_merge_selecting_sleep_ms = 1000,
         max_postpone_time_for_failed_replicated_fetches_ms = 1000, max_postpone_time_for_failed_replicated_tasks_ms = 1000`,
    )
}

/** Unique rows in this month of 2026. */
let nextId = 0
export async function insert(node: AdminNode, table: string, month: number, rows: number): Promise<void> {
  await node.run(
    `INSERT INTO ${database}.${table} SELECT toDate('2026-01-15') + INTERVAL ${month - 1} MONTH, number + ${nextId}, randomPrintableASCII(60) FROM numbers(${rows})`,
  )
  nextId += rows
}

interface Content {
  rows: string
  sum: string
}

/** Count and checksum of what a node has of the table. */
export async function readContent(
  node: AdminNode,
  table: string,
  of: string = database,
): Promise<Content | undefined> {
  const [content] = await node.ask<Content>(
    `SELECT toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum FROM ${of}.${table}`,
  )
  return content
}

/** Waits until these replicas of one shard are writable, idle and equal. */
export async function expectEqual(
  replicas: readonly AdminNode[],
  table: string,
  of: string = database,
): Promise<void> {
  await expect
    .poll(
      async () => {
        const states = await Promise.all(
          replicas.map(async (node) => {
            const [state] = await node.ask<{ busy: boolean }>(
              `SELECT toBool(is_readonly OR queue_size > 0 OR absolute_delay > 0) AS busy FROM system.replicas WHERE database = '${of}' AND table = '${table}'`,
            )
            return `${state?.busy} ${JSON.stringify(await readContent(node, table, of))}`
          }),
        )
        return states.every((state) => state === states[0] && state.startsWith('false')) ? 'equal' : states
      },
      { timeout: 60_000, message: `the replicas of ${table}` },
    )
    .toBe('equal')
}

/** Object paths that a replica needs for the table, from its metadata. */
export async function listObjects(node: AdminNode, table: string): Promise<string[]> {
  const rows = await node.ask<{ path: string }>(
    `SELECT remote_path AS path FROM system.remote_data_paths
     WHERE position(local_path, (SELECT toString(uuid) FROM system.tables WHERE database = '${database}' AND name = '${table}')) > 0
     ORDER BY path`,
  )
  return rows.map(({ path }) => path)
}

function fail(message: string): never {
  throw new Error(message)
}
