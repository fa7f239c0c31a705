import { listDisks, type PartitionCostRow, partitionCosts } from '@frostline/clickhouse'
import type { Database } from '@frostline/db'
import {
  endOfWork,
  estimateDuration,
  fewestMeasured,
  findVolume,
  findVolumeOfDisk,
  groupBy,
  measureRates,
  type ObservedReplica,
  type PlannedStep,
  type RateRange,
  type RunEstimate,
  requestCost,
  type StoragePolicy,
  type TierMigrationLimits,
  type TierMigrationPlan,
  tierMigrationLimits,
  writesOfMove,
} from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { createDiskPricing, type DiskPricing, readPriceBook } from '../../platform/cost/disk-prices.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import type { LookedAtTable } from './inspect-table.ts'
import type { TierMigrationEstimate, TierMigrationRequest } from './schema.ts'

/** Statements that are read from the ledger. */
const maxMeasured = 1_000

/** What a plan needs, if it can be told: time from measured rates, requests from the files of its parts. */
export async function estimatePlan(
  ctx: ServiceContext,
  request: Pick<TierMigrationRequest, 'database' | 'table' | 'limits' | 'deepCheck'>,
  { cluster, plan, snapshots }: LookedAtTable & { plan: TierMigrationPlan },
): Promise<RunEstimate> {
  const steps = plan.kind === 'planned' ? plan.steps : []
  const [rates, counted] = await Promise.all([
    readRates(ctx.db, cluster.id, steps),
    countRequests(ctx, cluster, request, { steps, snapshots }),
  ])
  return { duration: durationOf(steps, rates, request.limits ?? {}), ...counted }
}

/** With the time at which it would end if it was started now, and what the figures leave out. */
export function viewEstimate(
  estimate: RunEstimate,
  { limits = {}, deepCheck }: Pick<TierMigrationRequest, 'limits' | 'deepCheck'>,
  now: Date,
): TierMigrationEstimate {
  const { duration } = estimate
  const end = (workMs: number) => {
    const endMs = endOfWork(now.getTime(), workMs, limits.window)
    return endMs === null ? null : new Date(endMs)
  }
  return {
    ...estimate,
    ends: duration && { earliest: end(duration.fastMs), latest: end(duration.slowMs) },
    notes: [
      ...(duration
        ? []
        : [
            `A duration needs ${fewestMeasured} finished statements in this direction without rate limits on this cluster.`,
          ]),
      ...(duration && limits.pacing ? ['Pacing limits can make it longer.'] : []),
      ...(duration && deepCheck
        ? ['Without the reads of the deep check, which take as long again or longer.']
        : []),
      ...(estimate.requests ? [] : ['The number of requests is not known: a node did not answer.']),
    ],
  }
}

/** Of finished statements from one of these volumes to one of these. Those under a limit tell of the limit. */
async function readRates(
  db: Database,
  clusterId: string,
  steps: readonly PlannedStep[],
): Promise<RateRange | null> {
  if (steps.length === 0) return null
  const rows = await db.tierMigrationMove.findMany({
    where: {
      ...{ kind: 'move', status: 'done', bytes: { gt: 0 }, finishedAt: { not: null } },
      step: {
        toVolume: { in: [...new Set(steps.map(({ toVolume }) => toVolume))] },
        fromVolumes: { hasSome: [...new Set(steps.flatMap(({ fromVolumes }) => fromVolumes))] },
        migration: { clusterId },
      },
    },
    select: {
      ...{ bytes: true, sentAt: true, finishedAt: true },
      step: { select: { migration: { select: { limits: true } } } },
    },
    orderBy: { sentAt: 'desc' },
    take: maxMeasured,
  })
  return measureRates(
    rows.flatMap(({ bytes, sentAt, finishedAt, step }) => {
      const { bandwidthBytesPerSecond, pacing } = tierMigrationLimits.parse(step.migration.limits)
      return finishedAt && bandwidthBytesPerSecond === undefined && pacing === undefined
        ? [{ bytes, elapsedMs: finishedAt.getTime() - sentAt.getTime() }]
        : []
    }),
  )
}

function durationOf(
  steps: readonly PlannedStep[],
  rates: RateRange | null,
  limits: TierMigrationLimits,
): RunEstimate['duration'] {
  if (!rates) return null
  const replicas = [...groupBy(steps, ({ node }) => node.name).values()].map((own) => ({
    bytes: own.reduce((sum, { totals }) => sum + totals.bytes, 0n),
    steps: own.length,
  }))
  return { ...estimateDuration(replicas, rates, limits), measuredMoves: rates.measured }
}

type Counted = Pick<RunEstimate, 'requests' | 'cost'>

/** Null where a node with steps does not answer. Parts of other replicas that a step refers to are not uploaded. */
async function countRequests(
  ctx: ServiceContext,
  cluster: LookedAtTable['cluster'],
  { database, table, deepCheck = false }: Pick<TierMigrationRequest, 'database' | 'table' | 'deepCheck'>,
  { steps, snapshots }: { steps: readonly PlannedStep[]; snapshots: LookedAtTable['snapshots'] },
): Promise<Counted> {
  const unknown = { requests: null, cost: null }
  const [reading, { book }] = await Promise.all([
    readCluster(ctx, { cluster: cluster.slug, fresh: false }, async (reader) => {
      const [costs, disks] = await Promise.all([
        reader.ask(partitionCosts, { database, table, limit: 20_000 }, { ttlMs: 10_000 }),
        reader.ask(listDisks, {}),
      ])
      return { costs, disks }
    }),
    readPriceBook(ctx.db, cluster.id),
  ])
  const sum = { writes: 0, reads: 0, amount: 0 }
  for (const [name, own] of groupBy(steps, ({ node }) => node.name)) {
    const value = reading.readings.find(({ node }) => node.name === name)?.value
    const replica = snapshots.find(
      (snapshot): snapshot is ObservedReplica => snapshot.state === 'observed' && snapshot.node.name === name,
    )
    if (!value || !replica) return unknown
    const pricing = createDiskPricing(book, value.disks)
    const rows = groupBy(value.costs, ({ partition_id }) => partition_id)
    for (const step of own)
      addStep(sum, step, {
        rows: rows.get(step.partitionId) ?? [],
        policy: replica.policy,
        pricing,
        deepCheck,
      })
  }
  const { writes, reads, amount } = sum
  return { requests: { writes, reads }, cost: { amount, currency: book.currency } }
}

interface StepFacts {
  rows: readonly PartitionCostRow[]
  policy: StoragePolicy
  pricing: DiskPricing
  deepCheck: boolean
}

/** A deep check reads a part twice where it arrives, and once where it was. */
function addStep(
  sum: { writes: number; reads: number; amount: number },
  step: PlannedStep,
  { rows, policy, pricing, deepCheck }: StepFacts,
): void {
  const target = findVolume(policy, step.toVolume)?.disks[0] ?? ''
  const add = (disk: string, requests: { writes: number; reads: number; readBytes: number }) => {
    const prices = pricing.pricesOf(disk)
    if (prices.kind !== 'object') return
    sum.writes += requests.writes
    sum.reads += requests.reads
    sum.amount += requestCost(requests, prices)
  }
  for (const row of rows) {
    if (findVolumeOfDisk(policy, row.disk_name)?.name === step.toVolume) continue
    const [files, bytes] = [Number(row.files), Number(row.bytes)]
    const readsThere = deepCheck ? 2 : 0
    const readsHere = deepCheck ? 2 : 1
    const uploads = step.totals.bytes > 0n ? writesOfMove(row) : 0
    add(target, { writes: uploads, reads: readsThere * files, readBytes: readsThere * bytes })
    if (uploads > 0) add(row.disk_name, { writes: 0, reads: readsHere * files, readBytes: readsHere * bytes })
  }
}
