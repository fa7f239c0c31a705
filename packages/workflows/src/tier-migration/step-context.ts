import { QueryFailedError } from '@frostline/clickhouse'
import { adoptTableUuid, recordStep, type StepFence, type TierMigration } from '@frostline/db'
import { type StepObservation, waitsForTurn } from '@frostline/domain'
import type { ClusterConnection } from '@frostline/services'
import { z } from 'zod'
import type { Lane } from './lane.ts'
import type { LaneTurn } from './lane-pace.ts'

type ClusterNodeConnection = ClusterConnection['nodes'][number]

/** Everything one run of one step works with. */
export interface StepContext {
  lane: Lane
  fence: StepFence
  migration: TierMigration
  node: ClusterNodeConnection
  /** The other replicas of its shard. */
  peers: readonly ClusterNodeConnection[]
  partitionId: string
  toVolume: string
  /** Replicas of a shard have the same parts, and take turns. */
  isReplicated: boolean
  /** The table of the plan on this node. Undefined until the first look where the plan could not ask the node. */
  tableUuid: string | undefined
  turn: LaneTurn
  tell: StepMilestones
}

/** How a step tells its lane that others may begin. Each may be told more than once. */
export interface StepMilestones {
  /** It has a place at the gate, or does not know when it will have one. */
  ready: () => void
  /** Most likely it needs no turn any more. */
  sent: () => void
}

/** What a person asked the run to do. Throws StaleWriterError when the run is not the current one any more. */
export async function stopAsked(context: Pick<StepContext, 'lane'>): Promise<'pause' | 'cancel' | null> {
  const { wish } = await context.lane.orders.read()
  return wish === 'go-on' ? null : wish
}

export function announceChange(context: Pick<StepContext, 'lane'>): void {
  context.lane.announce()
}

/**
 * A step's turn to send a statement to its replica. `stale` when it took so long that the partition must be checked
 * again, and also when the limits allow no statement by now: the hold is then told, and the look is repeated after it.
 */
export async function takeTurn(context: StepContext): Promise<'now' | 'stale' | 'stopped'> {
  const { lane } = context
  const { db } = lane.deps
  let told = false
  const turning = context.turn.take(async () => {
    if (!told) await recordStep(db, context.fence, { waitReason: waitsForTurn })
    told = true
    return (await stopAsked(context)) !== null
  })
  context.tell.ready()
  const turn = await turning
  if (told) await recordStep(db, context.fence, { waitReason: null })
  if (turn !== 'now') return turn
  const { limits } = await lane.orders.read()
  return (await lane.pace.hold(context.node.client, limits, lane.deps.now())) ? 'stale' : 'now'
}

/**
 * `settled`: there was nothing left to do for it. `stopped`: paused or cancelled, as a person asked.
 * `lane-failed`: a failure that the next partition of this replica would meet too, so the lane ends.
 * `reordered`: not begun, since people gave the steps another order meanwhile.
 */
export type StepOutcome = 'settled' | 'completed' | 'failed' | 'lane-failed' | 'stopped' | 'reordered'

export interface StepFailure {
  error: string
  errorCode?: number | null
  breaker?: 'failures' | 'wasted_uploads'
}

const restingStep = {
  waitReason: null,
  waitingSince: null,
  uploadedBytes: 0n,
  reading: null,
  readingBytes: 0n,
}

/** What has arrived by the last look; nothing where it could not be read. */
export type KnownProgress = { movedParts?: number; movedBytes?: bigint }

export async function failStep(
  context: StepContext,
  outcome: 'failed' | 'lane-failed',
  failure: StepFailure,
  progress: KnownProgress = {},
): Promise<StepOutcome> {
  const { deps } = context.lane
  await recordStep(deps.db, context.fence, {
    ...progress,
    ...restingStep,
    status: 'failed',
    error: failure.error,
    errorCode: failure.errorCode ?? null,
    breaker: failure.breaker ?? null,
    finishedAt: deps.now(),
  })
  announceChange(context)
  return outcome
}

/** As a person asked: a pause leaves the step planned, with what has arrived; a cancellation ends it. */
export async function stopStep(context: StepContext, progress: KnownProgress): Promise<StepOutcome> {
  const { deps } = context.lane
  const { wish } = await context.lane.orders.readAnew()
  const cancelled = wish === 'cancel'
  await recordStep(deps.db, context.fence, {
    ...progress,
    ...restingStep,
    status: cancelled ? 'cancelled' : 'planned',
    ...(cancelled ? { finishedAt: deps.now() } : { workerId: null }),
  })
  announceChange(context)
  return 'stopped'
}

export type StepSight = { kind: 'seen' } & StepObservation

/**
 * What the replica shows of the partition now, or why it cannot be seen. `before-sending` may be some seconds old;
 * `after-sending` may wait a little for the steps beside it; `settling` does neither.
 */
export async function observeStep(
  context: StepContext,
  when: 'before-sending' | 'after-sending' | 'settling',
): Promise<StepSight | { kind: 'unseen'; reason: string } | { kind: 'table-gone'; reason: string }> {
  const { lane, node, partitionId } = context
  const { database, table } = context.migration
  const target = { client: node.client, database, table }
  try {
    const observed =
      when === 'before-sending'
        ? await lane.lookout.lookBefore(target, partitionId)
        : await lane.lookout.lookAfter(target, partitionId, when === 'settling' || !lane.gate.busy)
    lane.noteLook(true)
    if (!observed) return gone(context, 'does not exist any more')
    if (context.tableUuid === undefined && context.isReplicated && observed.replication !== null)
      context.tableUuid = await adoptTableUuid(
        lane.deps.db,
        context.migration.id,
        node.name,
        observed.tableUuid,
      )
    if (observed.tableUuid !== context.tableUuid)
      return gone(context, 'was replaced by another table (different UUID)')
    return { kind: 'seen', ...observed }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    lane.noteLook(false)
    return { kind: 'unseen', reason: `${node.name} cannot be read: ${thrown.message}` }
  }
}

function gone(context: StepContext, what: string): { kind: 'table-gone'; reason: string } {
  const { database, table } = context.migration
  return {
    kind: 'table-gone',
    reason: `Table ${database}.${table} on ${context.node.name} ${what}. Nothing was moved since then. Make a new plan.`,
  }
}

const tableUuids = z.record(z.string(), z.string())

/** The table's UUID on one node as the plan saw it; undefined when the plan did not see the table there. */
export function readTableUuid(json: unknown, nodeName: string): string | undefined {
  return tableUuids.parse(json)[nodeName]
}
