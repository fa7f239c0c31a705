import { recordStep } from '@frostline/db'
import { announceChange, type StepContext } from './step-context.ts'

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
