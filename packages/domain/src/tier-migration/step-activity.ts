export const stepActivities = ['copying', 'reading', 'comparing', 'held', 'ready'] as const

/**
 * What a running step does. A step counts as running from when it gets ready, so several of a replica do at a time;
 * only as many as the limits allow are `copying` or `reading`. `held`: something keeps it, as its note says. `ready`:
 * its turn at the replica has not come.
 */
export type StepActivity = (typeof stepActivities)[number]

/** The note of a step whose turn at its replica has not come. */
export const waitsForTurn = 'Ready. The previous statement is running.'

export function activityOf(step: {
  /** The deep check has a statement under way. */
  reading: boolean
  /** The server moves parts of it, or the statement under way has sent bytes. */
  copying: boolean
  /** Nothing of it is off the target any more. */
  arrived: boolean
  waitReason: string | null
}): StepActivity {
  if (step.reading) return 'reading'
  if (step.waitReason === waitsForTurn) return 'ready'
  if (step.arrived && step.waitReason === null) return 'comparing'
  if (step.copying) return 'copying'
  return step.waitReason === null ? 'ready' : 'held'
}
