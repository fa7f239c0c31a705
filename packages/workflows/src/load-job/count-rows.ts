import { setTimeout as sleep } from 'node:timers/promises'
import {
  activeRows,
  entriesToFetch,
  QueryFailedError,
  replicaKeeper,
  replicaStates,
} from '@frostline/clickhouse'
import { groupBy } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { type LoadTask, nodeOf } from './load-task.ts'

const maxWaitForFetchesMs = 20_000

/** Rows of the landing table, each once; of a replicated one from the replica of each shard that has most. Null: not known. */
export function countRows(task: LoadTask): Promise<bigint | null> {
  return sumShards(task, async (replicas) => {
    const counts = await Promise.all(replicas.map((node) => countOn(task, node)))
    return counts.reduce((most, rows) => (rows !== null && rows > (most ?? -1n) ? rows : most), null)
  })
}

/** After the last batch: from a replica of each shard that has fetched what others were given. Null too when none has in time. */
export function countSettledRows(task: LoadTask): Promise<bigint | null> {
  const { nodes: landing, replicated } = task.spec.landing
  return sumShards(task, async (replicas) => {
    const deadline = performance.now() + maxWaitForFetchesMs
    do {
      for (const node of replicas) {
        const left = replicated ? await findFetchesLeft(task, node) : 'no-replica'
        const counts = left === 'none' || (left === 'no-replica' && landing.includes(node.name))
        const rows = counts ? await countOn(task, node) : null
        if (rows !== null) return rows
      }
      await sleep(500)
    } while (performance.now() < deadline)
    return null
  })
}

/** Of a table that is not replicated each node has rows of its own. */
async function sumShards(
  task: LoadTask,
  count: (replicas: readonly ConnectedNode[]) => Promise<bigint | null>,
): Promise<bigint | null> {
  const { nodes: names, replicated } = task.spec.landing
  const landing = names.map((name) => nodeOf(task, name))
  const shards = new Set(landing.map(({ shard }) => shard))
  const groups = replicated
    ? [...groupBy(task.nodes, ({ shard }) => String(shard)).values()].filter(([{ shard }]) =>
        shards.has(shard),
      )
    : landing.map((node) => [node])
  const counts = await Promise.all(groups.map(count))
  return counts.reduce<bigint | null>((sum, rows) => (sum === null || rows === null ? null : sum + rows), 0n)
}

/** Null: it cannot be asked. */
async function countOn(task: LoadTask, { client, name }: ConnectedNode): Promise<bigint | null> {
  const { database, table } = task.spec.landing
  try {
    const { rows } = await client.query(activeRows, { database, table })
    return rows[0]?.rows ?? 0n
  } catch (error) {
    task.deps.log.warn({ ...task.run, node: name, error }, 'The rows of the table could not be counted')
    return null
  }
}

/** Of the table as its log in Keeper is now. `no-replica`: it is not there, or not replicated. Null: it cannot be asked. */
export async function findFetchesLeft(
  task: LoadTask,
  { client }: ConnectedNode,
): Promise<'none' | 'some' | 'no-replica' | null> {
  const { database, table } = task.spec.landing
  try {
    const [states, keeper] = await Promise.all([
      client.query(replicaStates, { database, table }),
      client.query(replicaKeeper, { databases: [database], tables: [table] }),
    ])
    if (!states.rows[0] || !keeper.rows[0]) return 'no-replica'
    return entriesToFetch(states.rows[0]) === 0 && keeper.rows[0].log_behind === 0n ? 'none' : 'some'
  } catch (error) {
    if (error instanceof QueryFailedError) return null
    throw error
  }
}
