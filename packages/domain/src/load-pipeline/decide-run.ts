import type { PipelineTrigger } from './pipeline-trigger.ts'

/** After so many loads in a row that brought nothing into the table, a person has to look. */
export const maxFailedLoads = 3

export interface RunFacts {
  enabled: boolean
  trigger: PipelineTrigger['kind']
  /** A run is owed: its due time has come, or a person asked for one. */
  asked: 'no' | 'due' | 'by-person'
  /** A load of it is under way, or paused. */
  openLoad: boolean
  waiting: number
  /** Its last loads in a row, since it was last resumed, that failed without a single object. */
  failedLoads: number
}

/**
 * - `idle`: nothing is to be begun now. A run that is owed stays owed.
 * - `nothing-new`: the run has been, and found nothing.
 * - `take`: one load job takes what fits.
 * - `stop`: it would only fail again.
 */
export type RunDecision = 'idle' | 'nothing-new' | 'take' | 'stop'

/** What a look at the bucket leads to. One load at a time: what is new meanwhile waits. */
export function decideRun(facts: RunFacts): RunDecision {
  const { enabled, trigger, asked, openLoad, waiting, failedLoads } = facts
  if (!enabled || openLoad || (trigger !== 'continuous' && asked === 'no')) return 'idle'
  if (waiting === 0) return asked === 'no' ? 'idle' : 'nothing-new'
  return asked !== 'by-person' && failedLoads >= maxFailedLoads ? 'stop' : 'take'
}
