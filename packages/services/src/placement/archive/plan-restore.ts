import { createRestoreTableStatement, type Statement, tableDefinition } from '@frostline/clickhouse'
import type { ArchiveFile, ArchiveStep, Transaction } from '@frostline/db'
import {
  type ArchiveColumn,
  archiveColumn,
  fileCompressions,
  fileStructure,
  formatOf,
  isExpired,
  isStillStored,
  planRetrieval,
  priceRetrieval,
  removalOf,
} from '@frostline/domain'
import { whyToRetry } from '@frostline/object-store'
import { z } from 'zod'
import type { LoadDraft } from '../../loads/load-job/schema.ts'
import { withBucket } from '../../loads/source/browse/with-bucket.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readPriceBook } from '../../platform/cost/disk-prices.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { findArchive, type StoredArchive } from './archive-run.ts'
import { observeTable } from './observe-table.ts'
import { readArchiveColumn } from './read-column.ts'
import type { ArchiveRestorePreview, archiveRestoreInput } from './restore-schema.ts'
import { listVolumes, refuseVolume } from './restore-volume.ts'

type ProvedStep = ArchiveStep & { files: ArchiveFile[] }

export interface RestorePlan {
  archive: StoredArchive
  steps: { step: ProvedStep; node: string }[]
  columns: ArchiveColumn[]
  /** Creates the new table. Null: it exists. */
  create: Statement | null
  preview: ArchiveRestorePreview
  /** A node or the store does not answer, so that what prevents the restore may pass by itself. */
  isAway: boolean
  /** Restores of these partitions before the tables were read. One more has made the plan out of date. */
  restoresBefore: number
}

export function countRestores(tx: Transaction, archiveId: string, ordinals: number[]): Promise<number> {
  return tx.archiveRestoreStep.count({ where: { archiveId, stepOrdinal: { in: ordinals } } })
}

/** Keys that one load may name. */
const keysPerLoad = 1_000

/** What a restore would bring back, and what prevents it. Changes nothing. */
export async function planRestore(
  ctx: ServiceContext,
  input: z.output<typeof archiveRestoreInput>,
): Promise<RestorePlan> {
  const archive = await findArchive(ctx.db, input.archiveId)
  const columns = z.array(archiveColumn).parse(archive.columns)
  const found = await ctx.db.archiveStep.findMany({
    where: {
      archiveId: archive.id,
      ...(input.partitionIds.length === 0 ? {} : { partitionId: { in: input.partitionIds } }),
      provedAt: { not: null },
    },
    include: { files: { orderBy: { ordinal: 'asc' } } },
    orderBy: { ordinal: 'asc' },
  })
  const range = input.timeRange && chooseByTime(found, input.timeRange)
  // Without a choice of partitions all that are left.
  const steps = (range?.chosen ?? found).filter(
    ({ state }) => input.partitionIds.length > 0 || !isExpired(state),
  )
  const ordinals = steps.map(({ ordinal }) => ordinal)
  const restoresBefore = await countRestores(ctx.db, archive.id, ordinals)
  const expired = steps.find(({ state }) => isExpired(state))
  const suffix = ctx.now().toISOString().slice(0, 16).replace(/\D/g, '')
  const { database } = archive
  const table = input.mode === 'into' ? archive.table : (input.table ?? `${archive.table}_restored_${suffix}`)
  const place =
    input.mode === 'into'
      ? placeInto(ctx, archive, columns, steps)
      : placeBeside(ctx, archive, columns, table)
  const { obstacles, warnings, nodes, create, storagePolicy, isAway } = await place
  const volumes =
    storagePolicy === undefined ? [] : await listVolumes(ctx, archive.run.clusterId, storagePolicy)
  const files =
    steps.length === 0 || expired
      ? { faults: [], retrieval: null, isAway: false }
      : await lookAtFiles(ctx, archive, steps, input)
  const placed = steps.map((step) => ({ step, node: nodes.get(step.shard) ?? '' }))
  const away = placed.find(({ node }) => node === '')
  const toView = ({ step, node }: (typeof placed)[number]): ArchiveRestorePreview['steps'][number] => ({
    ...{ shard: step.shard, node, partitionId: step.partitionId, partition: step.partition },
    ...{ rows: step.rows ?? 0n, files: step.files.length },
    fileBytes: step.files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0n), 0n),
    ...{ oldest: step.oldestAt, newest: step.newestAt },
  })
  const shown = placed.map(toView)
  return {
    ...{ archive, steps: placed, columns, create, restoresBefore },
    isAway: isAway || files.isAway,
    preview: {
      ...{ database, table, steps: shown },
      rows: shown.reduce((sum, { rows }) => sum + rows, 0n),
      bytes: steps.reduce((sum, { bytes, plannedBytes }) => sum + (bytes ?? plannedBytes), 0n),
      fileBytes: shown.reduce((sum, { fileBytes }) => sum + fileBytes, 0n),
      createSql: create?.sql ?? null,
      obstacles: [
        ...(steps.length === 0
          ? [
              found.length === 0 || range?.chosen.length === 0
                ? `${range ? 'No proved partition has rows of this time' : 'None of these partitions is proved'}, so there is nothing to restore.`
                : 'All files were deleted when the retention of the archive ended.',
            ]
          : []),
        ...(expired
          ? [
              `The files of partition ${expired.partition} were deleted when the retention of the archive ended.`,
            ]
          : []),
        ...(away ? [`Shard ${away.step.shard} has no node that can take its partitions.`] : []),
        ...obstacles,
        ...files.faults,
        ...(await refuseVolume(ctx, archive, input.volume, volumes)),
      ],
      volumes,
      retrieval: files.retrieval,
      warnings: [
        ...(range?.warnings ?? []),
        ...warnings,
        ...warnOfExpiry(archive, input.keepDays, ctx.now()),
      ],
    },
  }
}

/** On each shard the same partitions: a partition of one shard may have times that it lacks on another. */
function chooseByTime(
  found: readonly ProvedStep[],
  { from, to }: { from: Date; to: Date },
): { chosen: ProvedStep[]; warnings: string[] } {
  const ids = new Set(
    found
      .filter(({ oldestAt, newestAt }) => oldestAt && newestAt && newestAt >= from && oldestAt < to)
      .map(({ partitionId }) => partitionId),
  )
  const chosen = found.filter(({ partitionId }) => ids.has(partitionId))
  const unknown = new Set(found.filter(({ oldestAt }) => oldestAt === null).map(({ partition }) => partition))
  const times = (of: 'oldestAt' | 'newestAt') => chosen.flatMap((step) => step[of]?.getTime() ?? [])
  const [oldest, newest] = [Math.min(...times('oldestAt')), Math.max(...times('newestAt'))]
  const isWider = chosen.length > 0 && (oldest < from.getTime() || newest >= to.getTime())
  const text = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return {
    chosen,
    warnings: [
      ...(isWider
        ? [`Whole partitions are restored: their rows are from ${text(oldest)} to ${text(newest)}.`]
        : []),
      ...(unknown.size > 0
        ? [
            `The times of partition ${[...unknown].slice(0, 3).join(', ')}${unknown.size > 3 ? ` and ${unknown.size - 3} more` : ''} are not known. Choose it by its name.`,
          ]
        : []),
    ],
  }
}

/** Files that are gone before the restored rows are removed. */
function warnOfExpiry({ expiresAt }: StoredArchive, keepDays: number | null, now: Date): string[] {
  const removeAt = removalOf(keepDays, now)
  if (removeAt === null || expiresAt === null || expiresAt > removeAt) return []
  return [
    `The files of the archive are deleted from ${expiresAt.toISOString()}, before the restored rows would be removed. Then these rows are the only copy, and stay.`,
  ]
}

interface Place {
  obstacles: string[]
  warnings: string[]
  /** The node that loads, by shard. */
  nodes: Map<number, string>
  create: Statement | null
  /** Undefined: no node has the table. */
  storagePolicy: string | undefined
  /** A node does not answer. */
  isAway: boolean
}

const merging = /(Replacing|Collapsing|Summing|Aggregating|Coalescing|Graphite)MergeTree/

/** The comparison with the manifest is exact where nothing else is in the partition, and nothing can be there twice. */
async function placeInto(
  ctx: ServiceContext,
  archive: StoredArchive,
  columns: readonly ArchiveColumn[],
  steps: readonly ProvedStep[],
): Promise<Place> {
  const { database, table, run } = archive
  const { replicas, unseen } = await observeTable(ctx, { cluster: run.clusterId, database, table })
  const [first] = replicas
  const typeOf = new Map(first.columns.map(({ name, type }) => [name, type]))
  const other = columns.find(({ name, type }) => typeOf.get(name) !== type)
  const stored = steps.find(({ state }) => isStillStored(state))
  const again = await findArchivedAgain(ctx, archive, steps)
  const filled = steps.flatMap(({ shard, partitionId, partition }) =>
    replicas
      .filter((replica) => replica.shard === shard)
      .filter(({ parts }) => parts.some((part) => part.partitionId === partitionId))
      .map(({ node }) => `Partition ${partition} on ${node} has rows. Restore it beside the table.`),
  )
  return {
    obstacles: [
      ...unseen.map((node) => `${node} does not answer. Its partitions are unknown.`),
      ...(merging.test(first.engine)
        ? [`A ${first.engine} merges rows, so the result could not be compared. Restore beside the table.`]
        : []),
      ...(other
        ? [`Column ${other.name} of the table is not ${other.type} any more. Restore beside the table.`]
        : []),
      ...(stored
        ? [`Partition ${stored.partition} was not dropped. Attach it again on the page of the archive.`]
        : []),
      ...(again
        ? [`Partition ${again.partition} was restored and archived again. Restore it from its later archive.`]
        : []),
      ...filled.slice(0, 3),
      ...(filled.length > 3 ? [`${filled.length - 3} more partitions have rows.`] : []),
    ],
    warnings: [
      ...(/\bTTL\b/.test(first.engineFull)
        ? ['The table has a TTL, which can delete or move the restored rows again.']
        : []),
      ...(columns.some(({ defaultKind }) => defaultKind === 'MATERIALIZED')
        ? [
            'MATERIALIZED columns are computed again. If the result differs, the comparison fails and says so.',
          ]
        : []),
    ],
    nodes: new Map(replicas.toReversed().map(({ node, shard }) => [shard, node])),
    ...{ create: null, storagePolicy: first.storagePolicy, isAway: unseen.length > 0 },
  }
}

/** A partition that another archive holds since it was restored: its rows would be there twice. */
async function findArchivedAgain(
  ctx: ServiceContext,
  { id, database, table, run }: StoredArchive,
  steps: readonly ProvedStep[],
): Promise<{ partition: string } | undefined> {
  const back = steps.filter(({ restoredAt }) => restoredAt !== null)
  if (back.length === 0) return undefined
  const later = await ctx.db.archiveStep.findMany({
    where: {
      ...{ archiveId: { not: id }, provedAt: { not: null }, restoredAt: null },
      state: { in: ['detaching', 'detached', 'dropping', 'dropped', 'attaching'] },
      archive: { database, table, run: { clusterId: run.clusterId } },
      partitionId: { in: back.map(({ partitionId }) => partitionId) },
    },
  })
  return back.find((step) =>
    later.some(
      ({ shard, partitionId, provedAt }) =>
        shard === step.shard && partitionId === step.partitionId && (provedAt ?? 0) > (step.restoredAt ?? 0),
    ),
  )
}

async function placeBeside(
  ctx: ServiceContext,
  archive: StoredArchive,
  columns: readonly ArchiveColumn[],
  table: string,
): Promise<Place> {
  const { database, run } = archive
  const reading = await readCluster(
    ctx,
    { cluster: run.clusterId, fresh: true },
    async (reader, { shard }) => {
      const [[taken], [origin]] = await Promise.all([
        reader.ask(tableDefinition, { database, table }),
        reader.ask(tableDefinition, { database, table: archive.table }),
      ])
      return { shard, taken: taken !== undefined, origin }
    },
  )
  const taken = reading.readings.find(({ value }) => value.taken)
  const origin = reading.readings.find(({ value }) => value.origin !== undefined)?.value.origin
  return {
    obstacles: [
      ...(taken ? [`${taken.node.name} has a table ${database}.${table} already. Choose another name.`] : []),
      ...(origin
        ? []
        : [
            `No node has ${database}.${archive.table} any more. Create it from the DDL of the archive, then restore.`,
          ]),
    ],
    warnings: [],
    nodes: new Map(reading.readings.toReversed().map(({ node }) => [node.shard, node.name])),
    create: origin
      ? createRestoreTableStatement({ database, table }, columns, {
          ...{ partitionKey: origin.partition_key, primaryKey: origin.primary_key },
          ...{ sortingKey: origin.sorting_key, storagePolicy: origin.storage_policy },
        })
      : null,
    storagePolicy: origin?.storage_policy,
    isAway: !reading.coverage.complete,
  }
}

/** Files that are gone, or other than the proved ones, and those that have to be retrieved first. */
async function lookAtFiles(
  ctx: ServiceContext,
  { sourceId, sourceName, bucket, run }: StoredArchive,
  steps: readonly ProvedStep[],
  {
    retrievalTier,
    retrievalDays,
  }: Pick<z.output<typeof archiveRestoreInput>, 'retrievalTier' | 'retrievalDays'>,
): Promise<{ faults: string[]; retrieval: ArchiveRestorePreview['retrieval']; isAway: boolean }> {
  if (sourceId === null)
    return {
      faults: [
        `The source ${sourceName} was removed. Restore with restoreSql of the manifests in the bucket.`,
      ],
      retrieval: null,
      isAway: false,
    }
  return withBucket(ctx, { id: sourceId, bucket }, async ({ store }) => {
    const faults: string[] = []
    let isAway = false
    const stored: Parameters<typeof planRetrieval>[0][number][] = []
    for (const { key, etag } of steps.flatMap(({ files }) => files)) {
      const head = await store.head(bucket, key ?? '')
      isAway ||= whyToRetry(head) !== null
      if (head.kind !== 'ok') faults.push(`${bucket}/${key} cannot be read: ${head.message}`)
      else if (head.etag !== etag) faults.push(`${bucket}/${key} has other content than the proved file.`)
      else
        stored.push({
          ...{ storageClass: head.storageClass, isRetrieved: head.retrieval === 'ready' },
          sizeBytes: head.sizeBytes,
        })
      if (faults.length >= 3) break
    }
    const retrieval = planRetrieval(stored, retrievalTier)
    if (retrieval === null) return { faults, retrieval, isAway }
    const { book } = await readPriceBook(ctx.db, run.clusterId)
    const cost = priceRetrieval(retrieval, retrievalDays, book.object)
    return { faults, retrieval: { ...retrieval, cost, currency: book.currency }, isAway }
  })
}

export interface PlannedLoad {
  draft: LoadDraft
  ordinals: number[]
}

/** One load per shard, or several where it has many files. @throws ServiceError `conflict` */
export function draftLoads({ archive, steps, columns, preview }: RestorePlan): PlannedLoad[] {
  const { sourceId, bucket, run } = archive
  if (sourceId === null) throw new ServiceError('conflict', `The source ${archive.sourceName} was removed.`)
  const intoTable = preview.createSql === null
  const format = formatOf(columns)
  const mapped = columns.filter(({ defaultKind }) => !intoTable || defaultKind !== 'MATERIALIZED')
  const groups: { node: string; keys: string[]; ordinals: number[] }[] = []
  for (const { step, node } of steps) {
    const keys = step.files.flatMap(({ key }) => key ?? [])
    const open = groups.find((group) => group.node === node && group.keys.length + keys.length <= keysPerLoad)
    if (open) {
      open.keys.push(...keys)
      open.ordinals.push(step.ordinal)
    } else groups.push({ node, keys, ordinals: [step.ordinal] })
  }
  return groups.map(({ node, keys, ordinals }) => ({
    ordinals,
    draft: {
      cluster: run.clusterId,
      title: `Restore of ${archive.database}.${archive.table}`.slice(0, 200),
      source: { id: sourceId, bucket, selection: { kind: 'keys', keys } },
      read: {
        ...{ format, compression: fileCompressions[format] },
        columns: fileStructure(columns),
      },
      target: { database: preview.database, table: preview.table },
      mapping: mapped.map((column) => ({
        column: column.name,
        expression: readArchiveColumn(column),
      })),
      ...{ strategy: 'single-node' as const, node, duplicates: 'load' as const },
    },
  }))
}
