import type { Database } from '@frostline/db'
import {
  type Advice,
  type AdviceKind,
  adviseCache,
  adviseOrphans,
  adviseQueue,
  adviseSmallParts,
  objectPricesOf,
  type PriceBook,
} from '@frostline/domain'
import { createDiskPricing } from '../../platform/cost/disk-prices.ts'
import { sumCaches } from '../../platform/history/sum-caches.ts'
import { hoursBefore } from '../../platform/reading/move-views.ts'
import type { NodeReading } from '../../platform/reading/read-cluster.ts'
import { startFigures } from '../../platform/start-up/schema.ts'
import { queueKey, readQueueSamples } from './queue-samples.ts'
import type { AdviceReading } from './read-tables.ts'

export interface LedgerAdviceInput {
  db: Database
  clusterId: string
  readings: readonly NodeReading<AdviceReading>[]
  book: PriceBook
  now: Date
}

/** Advice of one kind with the time of its figures. `missing`: why there is none. */
interface Judged {
  kind: AdviceKind
  advice: (Advice & { at: Date })[]
  missing: string | null
}

/** Advice from the ledger: audits, cache samples, starts and queues. It sends no query to the cluster. */
export function adviseFromLedger(input: LedgerAdviceInput): Promise<Judged[]> {
  return Promise.all([judgeOrphans(input), judgeCaches(input), judgeSmallParts(input), judgeQueues(input)])
}

/** Orphans of the last concluded audit of each bucket, without those removed since. */
async function judgeOrphans({ db, clusterId, book }: LedgerAdviceInput): Promise<Judged> {
  const audits = await db.bucketAudit.findMany({
    where: { obstacle: null, run: { clusterId, status: 'completed' } },
    select: {
      ...{ id: true, bucket: true, listedAt: true },
      nodes: { where: { clusterId }, select: { disks: true } },
      removals: { select: { id: true } },
      run: { select: { createdAt: true } },
    },
    orderBy: { run: { createdAt: 'desc' } },
    distinct: ['bucket'],
  })
  const ids = audits.map(({ id }) => id)
  const [found, taken] = await Promise.all([
    db.bucketFinding.groupBy({
      by: ['auditId'],
      where: { auditId: { in: ids }, kind: 'orphan', confirmed: true },
      ...{ _count: true, _sum: { sizeBytes: true } },
    }),
    db.orphanRemovalObject.groupBy({
      by: ['removalId'],
      where: { removal: { auditId: { in: ids } }, state: { notIn: ['kept', 'restored'] } },
      ...{ _count: true, _sum: { sizeBytes: true } },
    }),
  ])
  const advice = audits.flatMap(({ id: auditId, bucket, nodes, removals, listedAt, run }) => {
    const all = found.find((each) => each.auditId === auditId)
    const gone = taken.filter(({ removalId }) => removals.some(({ id }) => id === removalId))
    const disks = [...new Set(nodes.flatMap((node) => node.disks))]
    const advised = adviseOrphans({
      ...{ auditId, bucket, currency: book.currency, prices: objectPricesOf(book, disks) },
      objects: (all?._count ?? 0) - gone.reduce((sum, { _count }) => sum + _count, 0),
      bytes: (all?._sum.sizeBytes ?? 0n) - gone.reduce((sum, { _sum }) => sum + (_sum.sizeBytes ?? 0n), 0n),
    })
    return advised ? [{ ...advised, at: listedAt ?? run.createdAt }] : []
  })
  return { kind: 'orphans', advice, missing: audits.length === 0 ? 'No bucket audit has finished.' : null }
}

async function judgeCaches({ db, clusterId, now }: LedgerAdviceInput): Promise<Judged> {
  const sums = await sumCaches(db, clusterId, hoursBefore(now, 24), now)
  const advice = sums.flatMap(({ nodeName: node, ...counts }) => {
    const advised = adviseCache({ node, counts: { ...counts, coveredMs: Number(counts.coveredMs) } })
    return advised ? [{ ...advised, at: now }] : []
  })
  return { kind: 'cache-thrash', advice, missing: sums.length === 0 ? 'No caches have been sampled.' : null }
}

/** For each table the node whose start it delays most. */
async function judgeSmallParts({ db, clusterId, readings, book }: LedgerAdviceInput): Promise<Judged> {
  const watches = await db.nodeWatch.findMany({ where: { clusterId, knownAt: { not: null } } })
  const byKey = new Map<string, Advice & { at: Date }>()
  for (const { nodeName, known, knownAt } of watches) {
    const figures = startFigures.safeParse(known).data
    const reading = readings.find(({ node }) => node.name === nodeName)?.value
    const fewer = figures?.advice.find(
      ({ change, proposed }) => change === 'fewer-parts' && proposed !== null,
    )
    const top = figures?.topTables.find(({ database, table }) => `${database}.${table}` === fewer?.value)
    if (!figures || !reading || !knownAt || !top || !fewer?.savedMs) continue
    const { tierOf } = createDiskPricing(book, reading.disks)
    const cold = reading.ages.filter(
      (row) => row.database === top.database && row.table === top.table && tierOf(row.disk_name) === 'cold',
    )
    const advised = adviseSmallParts({
      ...{ database: top.database, table: top.table, node: nodeName },
      parts: cold.reduce((sum, row) => sum + row.parts, 0n),
      bytes: cold.reduce((sum, row) => sum + row.bytes, 0n),
      ...{ coldMs: figures.cold.ms * top.share, savedMs: fewer.savedMs },
    })
    if (!advised) continue
    const before = byKey.get(advised.key)
    if (!before || secondsOf(advised) > secondsOf(before)) byKey.set(advised.key, { ...advised, at: knownAt })
  }
  const missing = watches.length === 0 ? 'No start-up figures of the nodes are known.' : null
  return { kind: 'small-parts', advice: [...byKey.values()], missing }
}

function secondsOf({ gain }: Advice): number {
  return gain.kind === 'seconds' ? gain.seconds : 0
}

/** The current queues after the samples of the last two hours. */
async function judgeQueues({ db, clusterId, readings, now }: LedgerAdviceInput): Promise<Judged> {
  const samples = await readQueueSamples(db, clusterId)
  const refused = readings.filter(({ value }) => value.queues === null).map(({ node }) => node.name)
  let unsampled = false
  const advice = readings.flatMap(({ node, value }) =>
    (value.queues ?? []).flatMap(({ database, table, files, bytes }) => {
      const queue = { node: node.name, database, table }
      const past = samples.get(queueKey(queue)) ?? []
      unsampled ||= past.length === 0
      const advised = adviseQueue(queue, [...past, { atMs: now.getTime(), files, bytes }])
      return advised ? [{ ...advised, at: now }] : []
    }),
  )
  const missing =
    refused.length > 0
      ? `${refused.join(', ')} did not list its queues.`
      : unsampled
        ? 'The queues have not been sampled yet.'
        : null
  return { kind: 'queue-growth', advice, missing }
}
