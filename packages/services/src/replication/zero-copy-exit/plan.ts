import { switchZeroCopyStatement } from '@frostline/clickhouse'
import {
  checkExit,
  type ExitCheck,
  findSharedPartitions,
  groupBy,
  planTierMigration,
  type ReplicaSnapshot,
  type TierMigrationPlan,
} from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type ObservedExit, observeExit } from './observe.ts'
import type { exitRequest } from './schema.ts'

type Request = z.output<typeof exitRequest>

export interface PlannedExit {
  observed: ObservedExit
  checks: ExitCheck[]
  accepted: boolean
  /** Volumes by the ids of partitions with shared parts. */
  origins: Map<string, string>
  /** Plan of the moves to the hot volume. Null: nothing has to be moved. */
  toHot: TierMigrationPlan | null
  /** Plan of the moves from there, assuming the first are done. Null: parts stay, or nothing has to be moved. */
  toTarget: TierMigrationPlan | null
}

/** What an exit would do, from the observed state. */
export async function planExit(ctx: ServiceContext, request: Request): Promise<PlannedExit> {
  const observed = await observeExit(ctx, request)
  const { sight, replicas, snapshots } = observed
  const origins = findSharedPartitions(sight)
  const toHot =
    origins.size === 0
      ? null
      : planTierMigration(
          snapshots,
          { kind: 'partitions', partitionIds: [...origins.keys()] },
          request.hotVolume,
          { replicas: request.limits.replicas },
        )
  const toTarget =
    origins.size === 0 || request.targetVolume === null
      ? null
      : planTierMigration(
          snapshots.map((snapshot) => placeOn(snapshot, request.hotVolume, origins)),
          { kind: 'partitions', partitionIds: [...origins.keys()] },
          request.targetVolume,
          { replicas: request.limits.replicas },
        )
  const own = checkExit({ ...request, ...observed, sight, replicas })
  // What an exit checks itself is not repeated.
  const ofMoves = (toHot?.checks ?? []).filter(({ id }) => !ownChecks.some((each) => each === id))
  const ofLastMoves = (toTarget?.checks ?? []).filter(
    ({ id, outcome }) => outcome === 'blocking' && lastMoveChecks.some((each) => each === id),
  )
  const checks = [...own, ...ofMoves, ...ofLastMoves]
  return {
    ...{ observed, checks, origins, toHot, toTarget },
    accepted: checks.every(({ outcome }) => outcome !== 'blocking'),
  }
}

/** Checks of the moves that an exit makes itself. */
const ownChecks = ['something-to-move', 'free-space', 'target-in-policy', 'database-moves'] as const

/** Checks that the first moves do not cover. */
const lastMoveChecks = ['free-space', 'part-size-limit', 'ttl-bounce'] as const

/** The replica after these partitions have been moved and share nothing. */
function placeOn(
  snapshot: ReplicaSnapshot,
  volume: string,
  partitions: ReadonlyMap<string, string>,
): ReplicaSnapshot {
  if (snapshot.state !== 'observed') return snapshot
  const disk = snapshot.policy.volumes.find(({ name }) => name === volume)?.disks[0]
  return {
    ...{ ...snapshot, sharesObjects: false, movingParts: [], mergingParts: [] },
    parts: snapshot.parts.map((part) =>
      disk !== undefined && partitions.has(part.partitionId) ? { ...part, disk } : part,
    ),
  }
}

/** One per replica, or per Replicated database, which replicates it. */
export function renderSwitches(
  request: { database: string; table: string },
  { sight, replicas }: ObservedExit,
): { node: string; sql: string }[] {
  const groupOf = (name: string) => replicas.find(({ node }) => node.name === name)?.databaseGroup ?? name
  const { sql } = switchZeroCopyStatement(request, false)
  return [...groupBy(sight.replicas, ({ node }) => groupOf(node)).values()].map(([{ node }]) => ({
    node,
    sql,
  }))
}
