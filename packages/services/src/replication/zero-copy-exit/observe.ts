import { createHash } from 'node:crypto'
import { parseTableTtl } from '@frostline/clickhouse'
import {
  type ExitContent,
  type ExitState,
  explainReturn,
  findVolumeOfDisk,
  groupBy,
  type ObservedReplica,
  type Part,
  type ReplicaSnapshot,
  readMoveRules,
  type SharedPart,
} from '@frostline/domain'
import { inspectTable as inspectParts } from '../../placement/tier-migration/inspect-table.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { inspectTable as inspectLocks } from '../zero-copy/inspect-table.ts'
import { listSharingTables, readSharing, type SharingTable } from '../zero-copy/sharing-tables.ts'

export interface ObservedExit {
  sight: ExitState
  snapshots: ReplicaSnapshot[]
  replicas: ObservedReplica[]
  /** Total bytes of disks by node, then by disk. */
  totals: Map<string, Map<string, bigint>>
  /** Of the table, by node. */
  tableUuids: Map<string, string>
  /** In the bucket, each object once, by part. */
  stored: Map<string, bigint>
}

/**
 * Parts of all replicas, who shares them, and the setting. For a run and on request, never on an interval of seconds.
 * @throws ServiceError `not_found` where no node has it, `invalid` where it is not replicated.
 */
export async function observeExit(
  ctx: ServiceContext,
  at: { cluster: string; database: string; table: string },
): Promise<ObservedExit> {
  const { database, table } = at
  // Parts are read last: what becomes shared after the locks were read is then on object storage, or active nowhere.
  const reading = await readCluster(ctx, { cluster: at.cluster, fresh: true }, (reader) =>
    readSharing(reader, { database, table }),
  )
  const tables = listSharingTables(reading.readings)
  const missing = reading.envelope.nodes.flatMap(({ name, state, message }) =>
    state === 'ok' ? [] : [`${name}: ${message ?? state}.`],
  )
  const look = await inspectLocks(
    ctx,
    { ...at, offset: null },
    tables,
    reading.readings,
    reading.coverage.complete,
  )
  missing.push(
    ...look.silent.map((node) => `${node}: its files could not all be read.`),
    ...nameStrangers(tables, look.keeper?.replicas),
  )
  const { snapshots } = await inspectParts(ctx, at.cluster, { database, table })
  if (tables.length === 0 && missing.length === 0)
    throw new ServiceError('invalid', `${database}.${table} is not a replicated table on any node.`, {
      hint: 'Only replicated tables share objects.',
    })
  const replicas = snapshots.filter((snapshot) => snapshot.state === 'observed')
  missing.push(
    ...snapshots.flatMap(({ state, node, ...rest }) =>
      state === 'unreachable' && 'reason' in rest ? [`${node.name}: ${rest.reason}.`] : [],
    ),
  )
  const seen = tables.map(({ node, enabled }) => ({
    ...{ node, enabled },
    parts: toExitParts(replicas.find((replica) => replica.node.name === node)),
  }))
  const looked = new Set(look.parts.map(({ part }) => part))
  const engine = reading.readings.flatMap(({ value }) => value.settings.map((row) => row.engine_full))
  const rules = [...new Set(engine)].map((full) => readMoveRules(parseTableTtl(full)))
  const sight: ExitState = {
    ...{ missing: [...new Set(missing)], keeperFault: look.keeperFault, replicas: seen },
    ...judgeParts(look.parts),
    unseen: seen.flatMap(({ parts }) =>
      parts.flatMap(({ name, onObjectStorage }) => (onObjectStorage && !looked.has(name) ? [name] : [])),
    ),
    returns: explainReturn(rules.includes(null) ? null : rules.flatMap((own) => own ?? []), replicas),
  }
  return {
    ...{ sight, snapshots, replicas },
    tableUuids: new Map(tables.map(({ node, uuid }) => [node, uuid])),
    totals: new Map(
      reading.readings.map(({ node, value }) => [
        node.name,
        new Map(value.disks.map((disk) => [disk.name, disk.total_space])),
      ]),
    ),
    stored: new Map(look.parts.map(({ part, storedBytes }) => [part, storedBytes])),
  }
}

/** Replicas that only Keeper knows: their parts cannot be read, and their setting cannot be turned off. */
function nameStrangers(
  tables: readonly SharingTable[],
  inKeeper: ReadonlyMap<string, readonly string[]> = new Map(),
): string[] {
  return [...inKeeper].flatMap(([set, names]) =>
    names
      .filter((name) => !tables.some((table) => table.set === set && table.replica === name))
      .map((name) => `${name}: Keeper has this replica of the table, but no node of the cluster does.`),
  )
}

function judgeParts(parts: readonly SharedPart[]): Pick<ExitState, 'shared' | 'unheld'> {
  const shared: string[] = []
  const unheld: string[] = []
  for (const { part, blobs } of parts)
    if (blobs.some(({ lockPath, holders }) => holders > 1 || (lockPath !== null && holders > 0)))
      shared.push(part)
    else if (blobs.some(({ lockPath }) => lockPath !== null)) unheld.push(part)
  return { shared, unheld }
}

function toExitParts(replica: ObservedReplica | undefined): ExitState['replicas'][number]['parts'] {
  if (!replica) return []
  const remote = new Set(replica.disks.flatMap(({ name, freeBytes }) => (freeBytes === null ? [name] : [])))
  return replica.parts.map(({ name, partitionId, bytesOnDisk, disk }) => ({
    ...{ name, partitionId, bytesOnDisk, onObjectStorage: remote.has(disk) },
    volume: findVolumeOfDisk(replica.policy, disk)?.name ?? null,
  }))
}

/**
 * These partitions on each replica, including replicas without a partition that their shard has.
 * @param before at the end: what the rows are compared with.
 */
export function contentsOf(
  replicas: readonly ObservedReplica[],
  partitionIds: Iterable<string>,
  before: readonly ExitContent[] = [],
): ExitContent[] {
  const copies = replicas.map(({ node, parts }) => ({
    node,
    partitions: groupBy(parts, ({ partitionId }) => partitionId),
  }))
  const shards = [...groupBy(copies, ({ node }) => String(node.shard)).values()]
  const keyOf = (partitionId: string, node: string) => JSON.stringify([partitionId, node])
  const known = new Map(
    before.map((content) => [keyOf(content.partitionId, content.node), content.lastBlock]),
  )
  return [...partitionIds].flatMap((partitionId) =>
    shards.flatMap((shard) =>
      shard.some(({ partitions }) => partitions.has(partitionId))
        ? shard.map(({ node, partitions }) =>
            contentOf(
              { node, parts: partitions.get(partitionId) ?? [] },
              partitionId,
              known.get(keyOf(partitionId, node.name)),
            ),
          )
        : [],
    ),
  )
}

/** @param last block that the replica had of it at the start. */
function contentOf(
  { node, parts }: Pick<ObservedReplica, 'node' | 'parts'>,
  partitionId: string,
  last: string | undefined,
): ExitContent {
  const sum = (of: (part: Part) => bigint) => String(parts.reduce((all, part) => all + of(part), 0n))
  const rowsWhere = (is: (part: Part) => boolean) => sum((part) => (is(part) ? part.rows : 0n))
  const lastBlock = last === undefined ? null : BigInt(last)
  return {
    ...{ node: node.name, shard: node.shard, partitionId, parts: String(parts.length) },
    ...{ rows: sum(({ rows }) => rows), bytes: sum(({ bytesOnDisk }) => bytesOnDisk) },
    hash: digest(parts.map(({ hash }) => hash)),
    lastBlock: String(parts.reduce((most, { maxBlock }) => (maxBlock > most ? maxBlock : most), -1n)),
    ...(lastBlock === null
      ? {}
      : {
          oldRows: rowsWhere(({ maxBlock }) => maxBlock <= lastBlock),
          mixedRows: rowsWhere(({ minBlock, maxBlock }) => minBlock <= lastBlock && maxBlock > lastBlock),
        }),
  }
}

function digest(hashes: string[]): string {
  return createHash('sha256').update(hashes.sort().join(' ')).digest('hex').slice(0, 16)
}
