import {
  type ChecksumObjectRow,
  checksumObjects,
  type ZeroCopyPartRow,
  zeroCopyParts,
} from '@frostline/clickhouse'
import {
  blobOfObject,
  explainLocalPath,
  groupBy,
  judgeSharedPart,
  type SharedCopy,
  type SharedPart,
} from '@frostline/domain'
import { chooseS3Disks, namesOverFolder } from '../../bucket/bucket-audit/s3-disks.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type NodeReading, readCluster } from '../../platform/reading/read-cluster.ts'
import type { QueryNote } from '../../platform/reading/schema.ts'
import { type KeeperSharing, type PartLocks, readLockedParts, readLocks } from './read-keeper.ts'
import type { NodeSharing, SharingTable } from './sharing-tables.ts'

/** Parts that are read by name in one query, and whose locks are read from Keeper at once. */
const partsAtOnce = 1_000
const maxFiles = 200_000
const filesBudgetMs = 65_000

export interface TableLook {
  parts: SharedPart[]
  /** Number of parts with a lock or a replica, of which `parts` are some. */
  total: number
  /** Why locks are unknown, or null. */
  keeperFault: string | null
  keeper: KeeperSharing | null
  /** Nodes whose files could not all be read. */
  silent: string[]
  /** Of objects of the parts. */
  prefixes: string[]
  queries: QueryNote[]
}

/**
 * Who shares the parts of a table, from Keeper and from each replica's parts. Parts that change meanwhile may look odd.
 */
export async function inspectTable(
  ctx: ServiceContext,
  input: {
    cluster: string
    database: string
    table: string
    /** Of the parts read in one query. Null: all are. */
    offset: number | null
  },
  tables: readonly SharingTable[],
  readings: readonly NodeReading<NodeSharing>[],
  complete: boolean,
): Promise<TableLook> {
  const locked = await readLockedParts(ctx, input.cluster, tables)
  // A node where the table is detached, or whose replica was dropped in Keeper, may still need its objects.
  const uuids = [...new Set([...tables.map(({ uuid }) => uuid), ...(locked.value?.sharedIds.values() ?? [])])]
  const disksOf = (name: string) => readings.find(({ node }) => node.name === name)?.value.disks ?? []
  const files = await readCluster(
    ctx,
    { cluster: input.cluster, fresh: true, budgetMs: filesBudgetMs },
    async (reader, node) => {
      const s3 = chooseS3Disks(disksOf(node.name))
      const [parts, objects] = await Promise.all([
        reader.ask(zeroCopyParts, { database: input.database, table: input.table, limit: maxFiles }),
        s3.length === 0
          ? []
          : reader.ask(checksumObjects, { disks: s3.map(({ name }) => name), uuids, limit: maxFiles }),
      ])
      const folders = new Map(s3.map((disk) => [disk.name, namesOverFolder(disksOf(node.name), disk)]))
      return { parts, objects, folders }
    },
  )
  const copies = files.readings.flatMap(({ node, value }) => toCopies(node.name, value))
  // A part missing from a result would look as if it were not shared.
  const cut = files.readings.flatMap(({ node, value: { parts, objects } }) =>
    parts.length >= maxFiles || objects.length >= maxFiles ? [node.name] : [],
  )
  const silent = [...files.coverage.missingNodes, ...cut]
  const byPart = groupBy(copies, ({ part }) => part)
  const names = [...new Set([...(locked.value?.parts ?? []), ...byPart.keys()])].sort()
  const page = input.offset === null ? names : names.slice(input.offset, input.offset + partsAtOnce)
  const locks: PartLocks = new Map()
  const queries = [...locked.queries, ...files.envelope.queries]
  let keeperFault = locked.fault
  for (let start = 0; locked.value && keeperFault === null && start < page.length; start += partsAtOnce) {
    const some = page.slice(start, start + partsAtOnce)
    const answer = await readLocks(ctx, input.cluster, tables, locked.value.roots, some)
    for (const [part, own] of answer.value ?? []) locks.set(part, own)
    queries.push(...answer.queries)
    keeperFault = answer.fault
  }
  const context = {
    replicas: tables,
    keeper: locked.value?.replicas ?? new Map<string, string[]>(),
    complete: complete && silent.length === 0,
  }
  const unlisted = keeperFault === null ? [] : null
  return {
    parts: page.map((part) =>
      judgeSharedPart({ part, locks: locks.get(part) ?? unlisted, copies: byPart.get(part) ?? [] }, context),
    ),
    total: names.length,
    keeperFault,
    keeper: locked.value,
    silent,
    prefixes: [...new Set(copies.map(({ prefix }) => prefix))].sort(),
    queries,
  }
}

interface FoundCopy extends SharedCopy {
  part: string
  prefix: string
}

/** A node's parts on object storage, from its metadata and from system.parts. */
function toCopies(
  node: string,
  {
    parts,
    objects,
    folders,
  }: {
    parts: readonly ZeroCopyPartRow[]
    objects: readonly ChecksumObjectRow[]
    /** Names that parts may have for a disk, including a cache over it. */
    folders: ReadonlyMap<string, readonly string[]>
  },
): FoundCopy[] {
  const byName = groupBy(parts, ({ name }) => name)
  return objects.flatMap(({ disk_name, local_path, remote_path }) => {
    const place = explainLocalPath(local_path)
    // Projections have checksums of their own; what FREEZE keeps has no lock.
    if (place.file !== 'checksums.txt' || place.state === 'frozen' || place.state === 'other') return []
    const rows = byName.get(place.part) ?? []
    const row = rows.find((part) => folders.get(disk_name)?.includes(part.disk_name))
    const state =
      place.state === 'detached' ? 'detached' : place.state !== 'part' ? 'moving' : row ? 'kept' : 'left'
    return [
      {
        ...{ node, part: place.part.replace(/^(tmp|delete_tmp)(-fetch|_fetch)?[-_](?=\w+_\d+_\d+_\d+)/, '') },
        ...{ disk: row?.disk_name ?? disk_name, state, bytes: (row ?? rows[0])?.bytes_on_disk ?? 0n },
        ...{
          blob: blobOfObject(remote_path),
          prefix: remote_path.slice(0, remote_path.lastIndexOf('/', remote_path.lastIndexOf('/') - 1) + 1),
        },
      },
    ]
  })
}
