import { fanOut, type NodeClient } from '@frostline/clickhouse'
import type { Prisma, TierMigrationStep } from '@frostline/db'
import {
  decodeWitnesses,
  findVolumeOfDisk,
  groupBy,
  measureStepProgress,
  type PartWitness,
  partsInScope,
} from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { observePartitions, type PartitionObservation, type PolicyMemory } from './observe-partitions.ts'
import type { TierMigrationSummary } from './schema.ts'

export interface StepSums {
  byStatus: Record<TierMigrationStep['status'], number>
  movedParts: number
  movedBytes: bigint
  inFlight: TierMigrationSummary['inFlight']
  unseenNodes: string[]
}

/** A page waits so long for a node; then it shows what the ledger has, and says so. */
const BUDGET_MS = 3000

const columns = {
  id: true,
  migrationId: true,
  nodeName: true,
  partitionId: true,
  toVolume: true,
  before: true,
  movedParts: true,
  movedBytes: true,
  uploadedBytes: true,
  migration: { select: { clusterId: true, database: true, table: true } },
} as const satisfies Prisma.TierMigrationStepSelect

type RunningStep = Prisma.TierMigrationStepGetPayload<{ select: typeof columns }>

export interface LiveStep {
  id: string
  migrationId: string
  nodeName: string
  movedParts: number
  movedBytes: bigint
  /** Parts that the server is copying now. */
  moving: { name: string; bytesOnDisk: bigint }[]
  /** Sent of these, as far as the counter of the statement tells; never more than their size. */
  sentBytes: bigint
  /** Nothing of it is off the target any more. */
  arrived: boolean
  /** The node could not be asked: these are figures of the ledger, from the last look of the worker. */
  unseen: boolean
}

/**
 * What the nodes show now of the steps that are under way. The ledger is written around a statement, which may bring
 * many parts over hours; system.parts knows each as it arrives.
 */
export async function observeRunningSteps(ctx: ServiceContext, ids: string[]): Promise<LiveStep[]> {
  const steps = await ctx.db.tierMigrationStep.findMany({
    where: { migrationId: { in: ids }, status: 'running', migration: { checkOfId: null } },
    select: columns,
  })
  const groups = groupBy(steps, ({ migrationId, nodeName }) => JSON.stringify([migrationId, nodeName]))
  const live = await Promise.all([...groups.values()].map((group) => observeOnNode(ctx, group)))
  return live.flat()
}

/** Adds to the sums of a migration what a step under way has brought. */
export function addLiveStep(sums: StepSums, step: LiveStep): void {
  sums.movedParts += step.movedParts
  sums.movedBytes += step.movedBytes
  sums.inFlight.sentBytes += step.sentBytes
  for (const part of step.moving) {
    sums.inFlight.parts.push(part.name)
    sums.inFlight.bytes += part.bytesOnDisk
  }
  if (step.unseen && !sums.unseenNodes.includes(step.nodeName)) sums.unseenNodes.push(step.nodeName)
}

const policiesOf = new WeakMap<NodeClient, PolicyMemory>()

async function observeOnNode(ctx: ServiceContext, steps: readonly RunningStep[]): Promise<LiveStep[]> {
  const [first] = steps
  if (!first) return []
  const { clusterId, database, table } = first.migration
  const { nodes } = await ctx.clusters.get(clusterId)
  const clients = nodes.flatMap(({ name, client }) => (name === first.nodeName ? [client] : []))
  const [outcome] = await fanOut(
    clients,
    (client) => {
      const policies = policiesOf.get(client) ?? new Map()
      policiesOf.set(client, policies)
      const partitionIds = steps.map((step) => step.partitionId)
      return observePartitions(client, { database, table, partitionIds }, policies)
    },
    { budgetMs: BUDGET_MS },
  )
  const sights = outcome?.state === 'ok' ? outcome.value : null
  return steps.map((step) => {
    const sight = sights?.get(step.partitionId)
    return sight ? measure(step, sight) : { ...noSight(step), unseen: true }
  })
}

function noSight({ id, migrationId, nodeName, movedParts, movedBytes }: RunningStep): LiveStep {
  const nothing = { moving: [], sentBytes: 0n, arrived: false, unseen: false }
  return { id, migrationId, nodeName, movedParts, movedBytes, ...nothing }
}

function measure(step: RunningStep, sight: PartitionObservation): LiveStep {
  // Nothing was sent for it yet.
  if (step.before === null) return noSight(step)
  const before: PartWitness[] = decodeWitnesses(step.before)
  const isThere = (disk: string) => findVolumeOfDisk(sight.policy, disk)?.name === step.toVolume
  const left = partsInScope(before, sight.parts).filter((part) => !isThere(part.disk))
  const shared = new Set(before.flatMap((part) => (part.shared ? [part.name] : [])))
  const moving = left
    .filter((part) => sight.movingParts.includes(part.name))
    .map((part) => (shared.has(part.name) ? { ...part, bytesOnDisk: 0n } : part))
  const progress = measureStepProgress(before, sight.parts, sight.policy, step.toVolume)
  const movingBytes = moving.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
  // The counter is of the whole statement, so it holds the parts that have arrived since that was sent.
  const counted = step.uploadedBytes - (progress.movedBytes - step.movedBytes)
  const sentBytes = counted < 0n ? 0n : counted > movingBytes ? movingBytes : counted
  return {
    ...noSight(step),
    ...progress,
    moving: moving.map(({ name, bytesOnDisk }) => ({ name, bytesOnDisk })),
    sentBytes,
    arrived: before.length > 0 && left.length === 0,
  }
}
