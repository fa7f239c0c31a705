import { firstKeyColumn } from '@frostline/clickhouse'
import {
  type ArchiveChoice,
  type ArchiveColumn,
  type ArchiveCost,
  archiveFolder,
  formatOf,
  groupBy,
  isChosen,
  listOrdered,
  type ObjectPrices,
  type Part,
  planArchiveColumns,
  planArchiveFiles,
  priceArchive,
  sumRows,
} from '@frostline/domain'
import type { z } from 'zod'
import { withBucket } from '../../loads/source/browse/with-bucket.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readPriceBook } from '../../platform/cost/disk-prices.ts'
import { type ArchiveReplica, type ObservedTable, observeTable } from './observe-table.ts'
import type { ArchivePreview, archivePreviewInput } from './schema.ts'

/** More steps need several archives. */
const maxSteps = 2_000

export interface ArchivePlan {
  observed: ObservedTable
  columns: ArchiveColumn[]
  sourceName: string
  preview: ArchivePreview
}

/** What an archive would write, and what prevents it. Changes nothing. */
export async function planArchive(
  ctx: ServiceContext,
  input: z.output<typeof archivePreviewInput>,
): Promise<ArchivePlan> {
  const { source, prefix } = input
  const [observed, sourceName] = await Promise.all([
    observeTable(ctx, input),
    withBucket(ctx, source, async ({ name }) => name),
  ])
  const [first] = observed.replicas
  const { columns, remarks } = planArchiveColumns(first.columns)
  const steps = chooseSteps(observed, input.choice, ctx.now().getTime())
  const { book } = await readPriceBook(ctx.db, observed.cluster.id)
  const obstacles = [
    ...findObstacles(observed),
    ...remarks
      .filter(({ outcome }) => outcome === 'refused')
      .map(({ column, type, text }) => `Column ${column} (${type}) cannot be archived. ${text}`),
    ...(columns.length === 0 ? ['The table has no column that can be archived.'] : []),
    ...(steps.length === 0 ? [explainNothing(input.choice)] : []),
    ...(steps.length > maxSteps
      ? [`${steps.length} partitions are more than ${maxSteps}. Choose fewer.`]
      : []),
    ...hiddenObstacles(observed.replicas, new Set(steps.map(({ partitionId }) => partitionId))),
  ]
  return {
    ...{ observed, columns, sourceName },
    preview: {
      observedAt: observed.observedAt,
      folder: `${source.bucket}/${prefix}${archiveFolder}/`,
      steps: steps.slice(0, maxSteps),
      rows: steps.reduce((sum, { rows }) => sum + rows, 0n),
      bytes: steps.reduce((sum, { bytes }) => sum + bytes, 0n),
      files: steps.reduce((sum, { files }) => sum + files, 0),
      columns: columns.length,
      format: formatOf(columns),
      cost: { currency: book.currency, ...priceSteps(observed, steps, book.object) },
      ...{ remarks, obstacles, warnings: findWarnings(first, columns) },
    },
  }
}

function priceSteps(
  { replicas }: ObservedTable,
  steps: ArchivePreview['steps'],
  prices: ObjectPrices,
): ArchiveCost {
  const chosen = new Set(steps.map(({ shard, partitionId }) => `${shard} ${partitionId}`))
  const stored = replicas.flatMap(({ shard, parts }) =>
    parts.filter(({ partitionId }) => chosen.has(`${shard} ${partitionId}`)),
  )
  return priceArchive(
    {
      replicaBytes: stored.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n),
      fileBytes: steps.reduce((sum, { bytes }) => sum + bytes, 0n),
      files: steps.reduce((sum, { files }) => sum + files, 0),
    },
    prices,
  )
}

function chooseSteps(
  { replicas }: ObservedTable,
  choice: ArchiveChoice,
  nowMs: number,
): ArchivePreview['steps'] {
  return [...groupBy(replicas, ({ shard }) => String(shard)).values()].flatMap((own) => {
    // The one with the most rows: another may still fetch parts.
    const [replica] = own.toSorted((a, b) => Number(sumRows(b.parts) - sumRows(a.parts)))
    if (!replica) return []
    const partitions = [...groupBy(replica.parts, ({ partitionId }) => partitionId).entries()]
    return partitions.flatMap(([partitionId, parts]) => {
      const newestMs = newestOf(parts)
      const rows = sumRows(parts)
      if (
        partitionId.startsWith('patch-') ||
        rows === 0n ||
        !isChosen(choice, { partitionId, newestMs }, nowMs)
      )
        return []
      return {
        ...{ shard: replica.shard, node: replica.node, partitionId, rows, parts: parts.length },
        partition: parts[0]?.partition ?? partitionId,
        bytes: parts.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n),
        files: planArchiveFiles(parts).length,
        newest: newestMs === null ? null : new Date(newestMs),
      }
    })
  })
}

function newestOf(parts: readonly Part[]): number | null {
  return parts.reduce<number | null>(
    (most, { newestMs }) => (newestMs !== null && (most === null || newestMs > most) ? newestMs : most),
    null,
  )
}

function explainNothing(choice: ArchiveChoice): string {
  return choice.kind === 'partitions'
    ? 'None of these partitions has rows.'
    : `No partition is older than ${choice.days} days. Partitions without a date or time in their key are never old.`
}

function findObstacles({ replicas, unseen }: ObservedTable): string[] {
  const [first] = replicas
  const layout = (replica: ArchiveReplica) =>
    JSON.stringify([replica.columns, replica.sortingKey, replica.partitionKey])
  const other = replicas.find((replica) => layout(replica) !== layout(first))
  const busy = replicas.find(({ pendingMutations }) => pendingMutations > 0n)
  return [
    ...unseen.map((node) => `${node} does not answer. Its partitions are unknown.`),
    ...(other ? [`${other.node} and ${first.node} have different columns or keys of the table.`] : []),
    ...(busy ? [`${busy.node} has unfinished mutations of the table. Wait until they have ended.`] : []),
    ...(replicas.some(({ databaseEngine }) => databaseEngine === 'Replicated')
      ? ['The database is Replicated. Archives support tables of Atomic and Ordinary databases.']
      : []),
    ...(replicas.some(({ isZeroCopy }) => isZeroCopy)
      ? [
          'Replicas of the table share their objects (zero-copy replication). Take the table off zero-copy replication first.',
        ]
      : []),
  ]
}

function hiddenObstacles(replicas: readonly ArchiveReplica[], chosen: ReadonlySet<string>): string[] {
  return replicas.flatMap(({ node, hidden }) => {
    const found = [...hidden].filter((id) => chosen.has(id))
    return found.length === 0
      ? []
      : [
          `Partition ${found[0]}${found.length === 1 ? '' : ` and ${found.length - 1} more`} on ${node} has rows hidden by a lightweight DELETE, or patch parts of an UPDATE. Run ALTER TABLE … APPLY DELETED MASK or APPLY PATCHES.`,
        ]
  })
}

const merging = /(Replacing|Collapsing|Summing|Aggregating|Coalescing|Graphite)MergeTree/

function findWarnings(first: ArchiveReplica, columns: readonly ArchiveColumn[]): string[] {
  const keyColumn = firstKeyColumn(first.sortingKey, listOrdered(columns))
  return [
    ...(merging.test(first.engine)
      ? [
          `A ${first.engine} merges rows. The archive has them as they are now, and restores them beside the table.`,
        ]
      : []),
    ...(/\bTTL\b/.test(first.engineFull)
      ? ['The table has a TTL. It can delete or move rows again that are restored into it.']
      : []),
    ...(keyColumn === null
      ? ['The key does not begin with a column, so manifests have no smallest and largest value.']
      : []),
  ]
}
