import { zeroCopyLocks } from '@frostline/clickhouse'
import { groupBy, type OwnerlessLocks } from '@frostline/domain'
import { type LockRoot, readLockedParts, readLocks } from '../../../replication/zero-copy/read-keeper.ts'
import {
  listSharingTables,
  readSharing,
  type SharingTable,
} from '../../../replication/zero-copy/sharing-tables.ts'
import type { ServiceContext } from '../../base/context.ts'
import { readCluster } from '../../reading/read-cluster.ts'
import { tableKey } from '../../reading/table-sizes.ts'
import { evidenceOf } from './evidence-of.ts'

/** About five Keeper requests per part: rarely, and not for all parts of a huge table. */
const LOOK_EVERY_MS = 10 * 60_000
const MAX_TABLES = 100
const MAX_PARTS = 1_000

const lastLooks = new Map<string, number>()

/**
 * Zero-copy locks that belong to no replica in Keeper. Null: not due, or Keeper was not reachable. Where a replica of
 * another shard has the same name, a lock is not reported: only the table's tab can tell whose it is.
 */
export async function watchZeroCopy(
  ctx: ServiceContext,
  cluster: string,
  now: Date,
): Promise<OwnerlessLocks[] | null> {
  const last = lastLooks.get(cluster)
  if (last !== undefined && now.getTime() - last < LOOK_EVERY_MS) return null
  const { readings } = await readCluster(ctx, { cluster, fresh: true }, (reader) => readSharing(reader))
  const tables = groupBy(
    listSharingTables(readings).filter(({ enabled }) => enabled),
    ({ database, table }) => tableKey(database, table),
  )
  const found: OwnerlessLocks[] = []
  for (const replicas of [...tables.values()].slice(0, MAX_TABLES)) {
    const locks = await findOwnerless(ctx, cluster, replicas)
    if (locks === null) return null
    found.push(...locks)
  }
  lastLooks.set(cluster, now.getTime())
  return found
}

async function findOwnerless(
  ctx: ServiceContext,
  cluster: string,
  replicas: readonly [SharingTable, ...SharingTable[]],
): Promise<OwnerlessLocks[] | null> {
  const [{ database, table, node }] = replicas
  const locked = await readLockedParts(ctx, cluster, replicas)
  if (!locked.value) return null
  const { roots, parts, replicas: inKeeper } = locked.value
  // A table without metadata in Keeper shows no replicas.
  if (inKeeper.size < new Set(replicas.map(({ set }) => set)).size) return []
  const locks = await readLocks(ctx, cluster, replicas, roots, [...parts].sort().slice(0, MAX_PARTS))
  if (!locks.value) return null
  const known = new Set([...inKeeper.values()].flat())
  const ownerless = [...locks.value.values()].flatMap((own) =>
    own.flatMap(({ path, owners }) =>
      owners.filter((owner) => !known.has(owner)).map((owner) => ({ path, owner })),
    ),
  )
  const [example] = ownerless
  if (!example) return []
  return [
    {
      ...{ database, table, nodes: replicas.map((replica) => replica.node), locks: ownerless.length },
      owners: [...new Set(ownerless.map(({ owner }) => owner))].sort(),
      evidence: evidenceOf(node, zeroCopyLocks, lockAt(roots, example.path)),
    },
  ]
}

/** The lock that was found, so that a person can check it. */
function lockAt(roots: readonly LockRoot[], path: string) {
  const zookeeper = roots.find((root) => path.startsWith(root.path))?.zookeeper ?? 'default'
  return { zookeeper, paths: [path.slice(0, path.lastIndexOf('/'))] }
}
