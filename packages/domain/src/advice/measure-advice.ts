import { hitRatio } from '../cache/hit-ratio.ts'
import { sizeText } from '../text/size-text.ts'
import { count } from './words.ts'

/** What following an advice brought. A share of 1 is all that was promised. */
export type AdviceOutcome =
  | { state: 'measured'; sentence: string; share: number | null }
  | { state: 'not-measured'; sentence: string }

const notMeasured = (why: string): AdviceOutcome => ({
  state: 'not-measured',
  sentence: `Not measured yet: ${why}`,
})

/** Bytes of a table on hot disks. The table may have grown meanwhile, so that more have left than the difference. */
export function measureHotBytes(facts: {
  promisedBytes: bigint
  beforeBytes: bigint | null
  afterBytes: bigint | null
}): AdviceOutcome {
  const { promisedBytes, beforeBytes, afterBytes } = facts
  if (beforeBytes === null)
    return notMeasured('there was no sample of the table when the advice was followed.')
  if (afterBytes === null) return notMeasured('there is no sample of the table since its TTL was set.')
  const left = beforeBytes > afterBytes ? beforeBytes - afterBytes : 0n
  return {
    state: 'measured',
    sentence: `Promised ${sizeText(promisedBytes)} off the hot disks, measured ${sizeText(left)}: ${sizeText(beforeBytes)} before, ${sizeText(afterBytes)} now.`,
    share: shareOf(left, promisedBytes),
  }
}

interface CacheUse {
  fromCacheBytes: bigint
  fromStoreBytes: bigint
  limitBytes: bigint
  coveredMs: number
}

/** A shorter time says little about the reads of a day. */
const minCacheMs = 3_600_000

/** The hit ratio of a node before and after its caches got another limit. */
export function measureHitRatio(before: CacheUse, after: CacheUse | null): AdviceOutcome {
  if (after === null || after.limitBytes === before.limitBytes)
    return notMeasured('the limit of the caches has not changed.')
  if (after.coveredMs < minCacheMs) return notMeasured('an hour of samples with the new limit is needed.')
  const was = hitRatio(before.fromCacheBytes, before.fromStoreBytes)
  const is = hitRatio(after.fromCacheBytes, after.fromStoreBytes)
  if (is === null) return notMeasured('nothing has been read since.')
  const percent = (ratio: number | null) => (ratio === null ? 'no reads' : `${Math.round(ratio * 100)}%`)
  return {
    state: 'measured',
    sentence: `The limit went from ${sizeText(before.limitBytes)} to ${sizeText(after.limitBytes)}, and the share of bytes from the cache from ${percent(was)} to ${percent(is)}.`,
    // Promised is that all bytes come from the cache.
    share: was === null || was === 1 ? null : Math.max(0, (is - was) / (1 - was)),
  }
}

/** @param money formats an amount a month in the currency of the promise. */
export function measureOrphans(
  facts: {
    promisedBytes: bigint
    promisedPerMonth: number
    removed: { objects: number; bytes: bigint } | null
  },
  money: (perMonth: number) => string,
): AdviceOutcome {
  const { promisedBytes, promisedPerMonth, removed } = facts
  if (removed === null) return notMeasured('no removal of these orphans was started.')
  const share = shareOf(removed.bytes, promisedBytes)
  return {
    state: 'measured',
    sentence: `Promised ${sizeText(promisedBytes)} and ${money(promisedPerMonth)} a month, removed ${count(removed.objects, 'object')} with ${sizeText(removed.bytes)}${share === null ? '' : `, ${money(promisedPerMonth * share)} a month`}.`,
    share,
  }
}

/** Time that the parts of a table take of a start of a node with empty caches. */
export function measureStart(facts: {
  promisedSeconds: number
  beforeSeconds: number
  /** Null: the node was not read since. */
  afterSeconds: number | null
}): AdviceOutcome {
  const { promisedSeconds, beforeSeconds, afterSeconds } = facts
  if (afterSeconds === null) return notMeasured('the start of the node was not estimated again.')
  const saved = Math.max(0, beforeSeconds - afterSeconds)
  const text = (seconds: number) => `${seconds.toFixed(1)} s`
  return {
    state: 'measured',
    sentence: `Promised a start shorter by ${text(promisedSeconds)}, measured ${text(saved)}: ${text(beforeSeconds)} before, ${text(afterSeconds)} now.`,
    share: promisedSeconds > 0 ? saved / promisedSeconds : null,
  }
}

/** What waits in the queue of a Distributed table on a node. */
export function measureQueue(facts: { beforeBytes: bigint; nowBytes: bigint | null }): AdviceOutcome {
  const { beforeBytes, nowBytes } = facts
  if (nowBytes === null) return notMeasured('the queue was not sampled since.')
  const gone = beforeBytes > nowBytes ? beforeBytes - nowBytes : 0n
  return {
    state: 'measured',
    sentence: `${sizeText(beforeBytes)} were queued, ${sizeText(nowBytes)} are now.`,
    share: shareOf(gone, beforeBytes),
  }
}

function shareOf(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number((part * 1_000_000n) / whole) / 1_000_000
}
