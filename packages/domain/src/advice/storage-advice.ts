import { judgeThrash, type ThrashCounts } from '../cache/judge-thrash.ts'
import type { ObjectPrices } from '../cost/price-book.ts'
import { objectCostPerMonth } from '../cost/storage-cost.ts'
import { sizeText } from '../text/size-text.ts'
import { type Advice, adviceKey } from './advice.ts'
import { count } from './words.ts'

export interface OrphanFacts {
  auditId: string
  bucket: string
  objects: number
  bytes: bigint
  prices: Pick<ObjectPrices, 'gibMonth' | 'minimumObjectBytes'>
  currency: string
}

/** Orphans of a concluded audit, without those removed since. */
export function adviseOrphans(facts: OrphanFacts): Advice | null {
  const { auditId, bucket, objects, bytes, prices, currency } = facts
  const perMonth = objectCostPerMonth({ bytes: Number(bytes), objects }, prices)
  if (objects <= 0 || bytes <= 0n || perMonth <= 0) return null
  return {
    key: adviceKey('orphans', bucket),
    kind: 'orphans',
    subject: bucket,
    sentence: `${count(objects, 'object')} with ${sizeText(bytes)} ${objects === 1 ? 'belongs' : 'belong'} to no table.`,
    gain: { kind: 'money', perMonth, currency, bytes },
    plan: { kind: 'remove-orphans', auditId },
  }
}

export interface CacheFacts {
  node: string
  counts: ThrashCounts
}

/** Min sampled time. Samples are taken every ten minutes. */
const minCoveredMs = 1_800_000

/** Uses only samples in the ledger, so it sends no query to the cluster. */
export function adviseCache({ node, counts }: CacheFacts): Advice | null {
  const { coveredMs, evictedBytes, fromCacheBytes, fromStoreBytes, downloadedBytes, limitBytes } = counts
  if (coveredMs < minCoveredMs || limitBytes <= 0n || judgeThrash(counts, null).verdict !== 'suspect')
    return null
  const hours = Math.max(1, Math.round(coveredMs / 3_600_000))
  const read = fromCacheBytes + fromStoreBytes
  const missed = read === 0n ? 100 : Math.round((Number(fromStoreBytes) / Number(read)) * 100)
  return {
    key: adviceKey('cache-thrash', node),
    kind: 'cache-thrash',
    subject: node,
    sentence: `In ${count(hours, 'hour')} the caches with a limit of ${sizeText(limitBytes)} evicted ${sizeText(evictedBytes)}, and ${missed}% of the bytes came from object storage. ${sizeText(limitBytes + downloadedBytes)} would hold everything that was read.`,
    gain: { kind: 'bytes', bytes: fromStoreBytes },
    plan: { kind: 'cache' },
  }
}

/** Parts of one table on object storage, and their share of the next start of a node. */
export interface SmallPartsFacts {
  database: string
  table: string
  node: string
  parts: bigint
  bytes: bigint
  /** Load time of these parts with empty caches, and the time saved by half as many parts. */
  coldMs: number
  savedMs: number
}

/** Larger parts are not advised to be merged. */
export const smallPartBytes = 64n << 20n

export function adviseSmallParts(facts: SmallPartsFacts): Advice | null {
  const { database, table, node, parts, bytes, coldMs, savedMs } = facts
  if (parts < 2n || bytes / parts >= smallPartBytes || savedMs <= 0) return null
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  return {
    key: adviceKey('small-parts', database, table),
    kind: 'small-parts',
    subject: `${database}.${table}`,
    sentence: `${count(parts, 'part')} of ${sizeText(bytes / parts)} on average on object storage take ${seconds(coldMs)} of a start of ${node} with empty caches. Half as many save ${seconds(savedMs)}.`,
    gain: { kind: 'seconds', seconds: savedMs / 1000 },
    plan: { kind: 'start-up', node },
  }
}
