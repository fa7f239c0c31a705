import { recordStep, type StepFence, type TierMigration } from '@frostline/db'
import { waitsForTurn } from '@frostline/domain'
import type { ClusterConnection } from '@frostline/services'
import type { Lane } from './lane.ts'
import type { LaneTurn } from './lane-turn.ts'

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
