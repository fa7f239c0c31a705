import {
  type BenchTier,
  benchTiers,
  markTable,
  type TierBenchmarkSpec,
  tableMark,
  tierBenchmarkSpec,
} from '@frostline/domain'
import { readCount, readDecimal } from '@frostline/ui'
import type { BenchTableLook } from '../benchmark.ts'

/** What a person has chosen and typed so far. */
export interface TierDraft {
  node: string
  database: string
  table: string
  query: string
  data: 'copies' | 'in-place'
  partitions: ReadonlySet<string>
  hotDisk: string
  coldDisk: string
  mayEmptyCache: boolean
  tiers: ReadonlySet<BenchTier>
  runs: string
  maxSeconds: string
  threads: string
  /** Null: as the price book has it. */
  millionGets: string | null
}

export const emptyTierDraft: TierDraft = {
  ...{ node: '', database: '', table: '', query: '', data: 'copies', partitions: new Set() },
  ...{ hotDisk: '', coldDisk: '', mayEmptyCache: false, tiers: new Set(benchTiers) },
  ...{ runs: '5', maxSeconds: '120', threads: '', millionGets: null },
}

/** What a look at the table suggests: the newest partition, a local disk, and a disk behind a cache where there is one. */
export function suggest({ partitions, disks }: BenchTableLook): Partial<TierDraft> {
  const [newest] = partitions
  const hot = disks.find(({ kind }) => kind === 'local')
  const cold = disks.find(({ kind }) => kind === 'cached') ?? disks.find(({ kind }) => kind === 'object')
  return {
    data: hot && cold ? 'copies' : 'in-place',
    partitions: new Set(newest ? [newest.partitionId] : []),
    hotDisk: hot?.name ?? '',
    coldDisk: cold?.name ?? '',
    tiers: new Set(
      benchTiers.filter((tier) => cold?.kind === 'cached' || tier === 'hot' || (cold && tier === 'cold')),
    ),
  }
}

export type TierFaults = Partial<
  Record<
    'query' | 'partitions' | 'hotDisk' | 'coldDisk' | 'tiers' | 'runs' | 'maxSeconds' | 'threads' | 'price',
    string
  >
>

export type ReadTierDraft =
  | { kind: 'complete'; spec: TierBenchmarkSpec }
  | { kind: 'faulty'; faults: TierFaults }

/** The benchmark that was chosen, by the rules of the domain; else what is wrong, by field. */
export function readTierDraft(draft: TierDraft): ReadTierDraft {
  const faults: TierFaults = {}
  const query = markTable(draft.query.trim().replace(/;\s*$/, ''), draft)
  const copies = draft.data === 'copies'
  if (query === '') faults.query = 'Write a SELECT, or choose a template.'
  else if (copies && !query.includes(tableMark))
    faults.query = `Use ${tableMark} instead of the table name, so that the copies can be read.`
  if (copies && draft.partitions.size === 0) faults.partitions = 'Choose at least one partition.'
  if (copies && draft.hotDisk === '') faults.hotDisk = 'Choose a local disk.'
  if (copies && draft.coldDisk === '') faults.coldDisk = 'Choose a disk on object storage.'
  if (draft.tiers.size === 0) faults.tiers = 'Choose at least one tier.'
  else if (!copies && draft.tiers.has('cache-first') && !draft.mayEmptyCache)
    faults.tiers =
      'To measure a first run with a cache, allow Frostline to drop the cached data of the table.'
  const runs = readCount(draft.runs)
  if (!(runs >= 1 && runs <= 50)) faults.runs = 'From 1 to 50.'
  const maxSeconds = readCount(draft.maxSeconds)
  if (!(maxSeconds >= 1 && maxSeconds <= 3_600)) faults.maxSeconds = 'From 1 to 3,600.'
  const threads = draft.threads.trim() === '' ? 0 : readCount(draft.threads)
  if (!(threads <= 256)) faults.threads = 'From 1 to 256, or empty.'
  const price = draft.millionGets === null ? null : readDecimal(draft.millionGets)
  if (price !== null && !(price <= 1_000)) faults.price = 'From 0 to 1,000.'
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults }
  const { node, database, table, hotDisk, coldDisk, mayEmptyCache } = draft
  const spec = tierBenchmarkSpec.safeParse({
    ...{ node, database, table, query, runs, maxSeconds, threads },
    data: copies
      ? { kind: 'copies', partitions: [...draft.partitions], hotDisk, coldDisk }
      : { kind: 'in-place', mayEmptyCache },
    tiers: benchTiers.filter((tier) => draft.tiers.has(tier)),
    ...(price === null ? {} : { centsPerMillionGets: Math.round(price * 10_000) / 100 }),
  })
  return spec.success
    ? { kind: 'complete', spec: spec.data }
    : {
        kind: 'faulty',
        faults: Object.fromEntries(spec.error.issues.map(({ path, message }) => [fieldOf(path[0]), message])),
      }
}

/** Where the form shows what is wrong with a part of the spec. */
function fieldOf(part: PropertyKey | undefined): keyof TierFaults {
  if (part === 'data') return 'partitions'
  return part === 'tiers' ? 'tiers' : 'query'
}
