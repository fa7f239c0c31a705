import {
  listDisks,
  listFilesystemCaches,
  listStoragePolicies,
  sharedPartitionSizes,
  tableCatalog,
  tableDiskSizes,
} from '@frostline/clickhouse'
import { findStorageDifferences } from '@frostline/domain'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { compareValues } from '../platform/reading/compare.ts'
import type { NodeReader } from '../platform/reading/node-reader.ts'
import { type NodeReading, readCluster } from '../platform/reading/read-cluster.ts'
import { tableKey } from '../platform/reading/table-sizes.ts'
import { toHeldDisks } from '../platform/reading/to-disk.ts'
import { toComparable, toPolicyViews } from './describe-node.ts'
import { type StorageInput, type StorageView, storageInput } from './schema.ts'

const tablesPerPolicy = 100

/** Disks and policies of every node, what uses them, and where the nodes differ. */
export async function getStorage(ctx: ServiceContext, given: StorageInput): Promise<StorageView> {
  const input = await authorizeInput(ctx, 'viewer', storageInput, given)
  const reading = await readCluster(ctx, input, readStorage)
  const described = reading.readings.map(({ node, value }) => ({
    node,
    value: { ...value, policies: toPolicyViews(value.policies, value.disks) },
  }))
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      byNode: reading.envelope.nodes.map(({ name, shard, replica, state, message }) => {
        const facts = described.find(({ node }) => node.name === name)?.value
        return { name, shard, replica, state, message, storage: facts ? toNodeStorage(facts) : null }
      }),
      policies: mergePolicies(described),
      differences: findStorageDifferences(described.map(({ node, value }) => toComparable(node.name, value))),
    },
  }
}

async function readStorage(reader: NodeReader) {
  const [disks, policies, sizes, tables, caches, shared] = await Promise.all([
    reader.ask(listDisks, {}),
    reader.ask(listStoragePolicies, {}),
    reader.ask(tableDiskSizes, { include_system: true }),
    reader.ask(tableCatalog, { include_system: true }, { ttlMs: 5_000 }),
    reader.askIfOffered(listFilesystemCaches, {}),
    reader.askIfOffered(sharedPartitionSizes, {}),
  ])
  return { disks, policies, sizes, tables, caches, shared: shared ?? [] }
}

type PolicyViews = ReturnType<typeof toPolicyViews>
type StorageFacts = Omit<Awaited<ReturnType<typeof readStorage>>, 'policies'> & { policies: PolicyViews }

function toNodeStorage({ disks, policies, sizes, shared }: StorageFacts) {
  return {
    disks: toHeldDisks(disks, sizes, shared),
    policies,
  }
}

function mergePolicies(nodes: readonly NodeReading<StorageFacts>[]): StorageView['data']['policies'] {
  const users = findUsers(nodes)
  const merged = new Map<string, { view: PolicyViews[number]; nodes: string[] }>()
  for (const { node, value } of nodes)
    for (const view of value.policies) {
      const present = merged.get(view.name)
      if (present) present.nodes.push(node.name)
      else merged.set(view.name, { view, nodes: [node.name] })
    }
  return [...merged.values()].map(({ view, nodes: names }) => {
    const tables = [...(users.get(view.name)?.values() ?? [])]
    return { ...view, nodes: names, tableCount: tables.length, tables: tables.slice(0, tablesPerPolicy) }
  })
}

/** MergeTree tables by policy, each once. */
function findUsers(nodes: readonly NodeReading<StorageFacts>[]) {
  const users = new Map<string, Map<string, { database: string; table: string }>>()
  for (const { value } of nodes)
    for (const row of value.tables) {
      if (!row.engine.endsWith('MergeTree')) continue
      const tables = users.get(row.storage_policy) ?? new Map()
      users.set(row.storage_policy, tables)
      tables.set(tableKey(row.database, row.name), { database: row.database, table: row.name })
    }
  for (const [policy, tables] of users)
    users.set(policy, new Map([...tables].sort(([a], [b]) => compareValues(a, b))))
  return users
}
