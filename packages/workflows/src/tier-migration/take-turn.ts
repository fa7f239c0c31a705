import { recordStep } from '@frostline/db'
import { waitsForTurn } from '@frostline/domain'
import { type StepContext, stopAsked } from './step-context.ts'

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
