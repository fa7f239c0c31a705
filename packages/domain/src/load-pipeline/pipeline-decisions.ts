import type { PipelineTrigger } from './pipeline-trigger.ts'

export interface RunLimits {
  maxObjects: number
  /** Null: no limit. */
  maxBytes: bigint | null
}

interface Waiting {
  key: string
  sizeBytes: bigint
  lastModified: Date
}

export function compareOldestObject(a: Waiting, b: Waiting): number {
  const byTime = a.lastModified.getTime() - b.lastModified.getTime()
  if (byTime !== 0) return byTime
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/**
 * What one run takes: the oldest first, as many as fit. The first that does not fit ends it, so that none is overtaken
 * for good; one that fits no run at all is taken alone.
 */
export function chooseObjects<Object extends Waiting>(
  waiting: readonly Object[],
  limits: RunLimits,
): Object[] {
  const oldestFirst = waiting.toSorted(compareOldestObject)
  let bytes = 0n
  let count = 0
  for (const { sizeBytes } of oldestFirst) {
    bytes += sizeBytes
    const full = count >= limits.maxObjects || (limits.maxBytes !== null && bytes > limits.maxBytes)
    if (full && count > 0) break
    count += 1
  }
  return oldestFirst.slice(0, count)
}

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

/** What becomes of an object whose key is known, but with another ETag. */
export const newVersionRules = ['ignore', 'load'] as const
export type NewVersionRule = (typeof newVersionRules)[number]

/** wait: for the next run. Else it is written down as known, and never checked again. */
export type ObjectVerdict = 'wait' | 'new_version' | 'unreadable'

/** Judges a listed object that is not known by key and ETag. */
export function judgeObject(
  facts: { readable: boolean; keyKnown: boolean },
  newVersions: NewVersionRule,
): ObjectVerdict {
  if (!facts.readable) return 'unreadable'
  return facts.keyKnown && newVersions === 'ignore' ? 'new_version' : 'wait'
}
