import { keeperChildren, zeroCopyLocks } from '@frostline/clickhouse'
import { lockRoot } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import type { QueryNote } from '../../platform/reading/schema.ts'
import type { SharingTable } from './sharing-tables.ts'

/** A table with more lock nodes is skipped: listing them would be a burden on Keeper. */
const maxLockNodes = 50_000
/** About five Keeper requests per part. */
const keeperBudgetMs = 10_000

export type KeeperAnswer<Value> = { queries: QueryNote[] } & (
  | { value: Value; fault: null }
  | { value: null; fault: string }
)

/** Has one node with a session query Keeper. While Keeper hangs the result is a fault, in time. */
async function askKeeper<Value>(
  ctx: ServiceContext,
  cluster: string,
  tables: readonly SharingTable[],
  ask: (reader: NodeReader) => Promise<Value>,
): Promise<KeeperAnswer<Value>> {
  const node = tables.find(({ session }) => session)?.node
  if (node === undefined) return { queries: [], value: null, fault: 'No replica has a session with Keeper.' }
  const { readings, envelope } = await readCluster(
    ctx,
    { cluster, fresh: true, nodes: [node], budgetMs: keeperBudgetMs },
    ask,
  )
  const [reading] = readings
  return reading
    ? { queries: envelope.queries, value: reading.value, fault: null }
    : {
        queries: envelope.queries,
        value: null,
        fault: `Keeper could not be read through ${node}: ${envelope.nodes[0]?.message ?? 'no answer'}`,
      }
}

export interface LockRoot {
  zookeeper: string
  path: string
}

export interface KeeperSharing {
  /** Replica names by set. */
  replicas: Map<string, string[]>
  /** By set: the table's id in its lock paths. */
  sharedIds: Map<string, string>
  roots: LockRoot[]
  /** Parts that have locks. */
  parts: Set<string>
}

/** The replicas of a table and the parts that they have locked. */
export function readLockedParts(ctx: ServiceContext, cluster: string, tables: readonly SharingTable[]) {
  return askKeeper(ctx, cluster, tables, async (reader): Promise<KeeperSharing> => {
    const sets = [...new Map(tables.map((table) => [table.set, table])).values()]
    const replicas = new Map<string, string[]>()
    const sharedIds = new Map<string, string>()
    for (const { set, zookeeper, keeperPath, uuid } of sets) {
      const below = await reader.ask(keeperChildren, {
        zookeeper,
        paths: [keeperPath, `${keeperPath}/replicas`],
      })
      // A table whose path in Keeper is gone has no replicas there, which is no reliable result.
      const own = below.filter(({ path }) => path === keeperPath)
      if (own.length === 0) continue
      replicas.set(
        set,
        below.filter(({ path }) => path === `${keeperPath}/replicas`).map(({ name }) => name),
      )
      sharedIds.set(set, own.find(({ name }) => name === 'table_shared_id')?.value ?? uuid)
    }
    const found = new Map(
      tables.map(({ lockPath, set, uuid }) => {
        const root = lockRoot(lockPath, sharedIds.get(set) ?? uuid)
        return [`${root.zookeeper}:${root.path}`, root]
      }),
    )
    const roots = [...found.values()]
    const parts = new Set<string>()
    for (const root of roots) for (const part of await listLockedParts(reader, root)) parts.add(part)
    return { replicas, sharedIds, roots, parts }
  })
}

async function listLockedParts(reader: NodeReader, { zookeeper, path }: LockRoot): Promise<string[]> {
  const slash = path.lastIndexOf('/')
  const tables = await reader.ask(keeperChildren, { zookeeper, paths: [path.slice(0, slash)] })
  const count = tables.find(({ name }) => name === path.slice(slash + 1))?.children ?? 0
  if (count === 0) return []
  if (count > maxLockNodes)
    throw new Error(
      `Keeper has ${count} lock nodes at ${path}, more than the maximum of ${maxLockNodes}. They were not read.`,
    )
  const parts = await reader.ask(keeperChildren, { zookeeper, paths: [path] })
  return parts.filter(({ children }) => children > 0).map(({ name }) => name)
}

export type PartLocks = Map<string, { blob: string; path: string; owners: string[] }[]>

/** Who has locked these parts. */
export function readLocks(
  ctx: ServiceContext,
  cluster: string,
  tables: readonly SharingTable[],
  roots: readonly LockRoot[],
  parts: readonly string[],
) {
  return askKeeper(ctx, cluster, tables, async (reader): Promise<PartLocks> => {
    const locks: PartLocks = new Map()
    for (const { zookeeper, path: root } of roots) {
      const rows = await reader.ask(zeroCopyLocks, {
        zookeeper,
        paths: parts.map((part) => `${root}/${part}`),
      })
      for (const { path, name } of rows) {
        const [part = '', blob = ''] = path.slice(root.length + 1).split('/')
        const own = locks.get(part) ?? []
        locks.set(part, own)
        const known = own.find((lock) => lock.path === path)
        if (known) known.owners.push(name)
        else own.push({ blob, path, owners: [name] })
      }
    }
    return locks
  })
}
