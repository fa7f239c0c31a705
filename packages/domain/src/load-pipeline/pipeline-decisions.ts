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
 * Objects of one run: the oldest first, as many as fit. The first one that does not fit ends the run, so that no object
 * is overtaken forever. An object that exceeds the limit alone is taken alone.
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

/** After this many failed loads in a row the pipeline stops for a person to check. */
export const maxFailedLoads = 3

export interface RunFacts {
  enabled: boolean
  trigger: PipelineTrigger['kind']
  /** A run is due: by schedule, or because a person requested it. */
  asked: 'no' | 'due' | 'by-person'
  /** One of its loads is running or paused. */
  openLoad: boolean
  waiting: number
  /** Consecutive loads since the last resume that failed without a single object. */
  failedLoads: number
}

/**
 * - `idle`: start nothing now. A due run stays due.
 * - `nothing-new`: the run found nothing.
 * - `take`: one load job takes what fits.
 * - `stop`: it would only fail again.
 */
export type RunDecision = 'idle' | 'nothing-new' | 'take' | 'stop'

/** Decides after each listing. One load at a time: new objects wait. */
export function decideRun(facts: RunFacts): RunDecision {
  const { enabled, trigger, asked, openLoad, waiting, failedLoads } = facts
  if (!enabled || openLoad || (trigger !== 'continuous' && asked === 'no')) return 'idle'
  if (waiting === 0) return asked === 'no' ? 'idle' : 'nothing-new'
  return asked !== 'by-person' && failedLoads >= maxFailedLoads ? 'stop' : 'take'
}

/** What happens to an object with a known key and another ETag. */
export const newVersionRules = ['ignore', 'load'] as const
export type NewVersionRule = (typeof newVersionRules)[number]

/** wait: for the next run. Otherwise it is recorded as known, and never checked again. */
export type ObjectVerdict = 'wait' | 'new_version' | 'unreadable'

/** Judges a listed object that is not known by key and ETag. */
export function judgeObject(
  facts: { readable: boolean; keyKnown: boolean },
  newVersions: NewVersionRule,
): ObjectVerdict {
  if (!facts.readable) return 'unreadable'
  return facts.keyKnown && newVersions === 'ignore' ? 'new_version' : 'wait'
}
