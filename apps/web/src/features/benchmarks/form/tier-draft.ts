import {
  type BenchTier,
  benchTiers,
  markTable,
  type TierBenchmarkSpec,
  tableMark,
  tierBenchmarkSpec,
} from '@frostline/domain'
import { z } from 'zod'
import { adopt, choice, decimalNumber, emptyOr, fault, wholeNumber } from '@/form/field-schemas.ts'
import type { Form } from '@/form/use-form.ts'
import type { BenchTableFacts } from '../benchmark.ts'

const draftFields = z.object({
  ...{ node: z.string(), database: z.string(), table: z.string(), query: z.string() },
  data: choice<'copies' | 'in-place'>(),
  partitions: choice<ReadonlySet<string>>(),
  ...{ hotDisk: z.string(), coldDisk: z.string(), mayEmptyCache: z.boolean() },
  tiers: choice<ReadonlySet<BenchTier>>().refine((tiers) => tiers.size > 0, 'Choose at least one tier.'),
  ...{ runs: wholeNumber(1, 50), maxSeconds: wholeNumber(1, 3_600) },
  threads: emptyOr(wholeNumber(0, 256, 'From 1 to 256, or empty.'), 0),
  /** Null: from the price book. */
  millionGets: decimalNumber(0, 1_000).nullable(),
})

export type TierDraft = z.input<typeof draftFields>

export const emptyTierDraft: TierDraft = {
  ...{ node: '', database: '', table: '', query: '', data: 'copies', partitions: new Set() },
  ...{ hotDisk: '', coldDisk: '', mayEmptyCache: false, tiers: new Set(benchTiers) },
  ...{ runs: '5', maxSeconds: '120', threads: '', millionGets: null },
}

/** Suggested from the table: the newest partition, a local disk, and a disk behind a cache if there is one. */
export function suggest({ partitions, disks }: BenchTableFacts): Partial<TierDraft> {
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

/** The form's input, and the benchmark spec that it gives. */
export const tierForm = draftFields
  .superRefine((draft, context) => {
    const query = queryOf(draft)
    const copies = draft.data === 'copies'
    if (query === '') fault(context, ['query'], 'Write a SELECT, or choose a template.')
    else if (copies && !query.includes(tableMark))
      fault(context, ['query'], `Use ${tableMark} instead of the table name, so that the copies can be read.`)
    if (copies && draft.partitions.size === 0)
      fault(context, ['partitions'], 'Choose at least one partition.')
    if (copies && draft.hotDisk === '') fault(context, ['hotDisk'], 'Choose a local disk.')
    if (copies && draft.coldDisk === '') fault(context, ['coldDisk'], 'Choose a disk on object storage.')
    if (!copies && draft.tiers.has('cache-first') && !draft.mayEmptyCache)
      fault(
        context,
        ['tiers'],
        'To measure a first run with a cache, allow Frostline to drop the cached data of the table.',
      )
  })
  .transform((draft, context): TierBenchmarkSpec => {
    const { node, database, table, hotDisk, coldDisk, mayEmptyCache, runs, maxSeconds, threads } = draft
    const given = {
      ...{ node, database, table, query: queryOf(draft), runs, maxSeconds, threads },
      data:
        draft.data === 'copies'
          ? { kind: 'copies', partitions: [...draft.partitions], hotDisk, coldDisk }
          : { kind: 'in-place', mayEmptyCache },
      tiers: benchTiers.filter((tier) => draft.tiers.has(tier)),
      ...(draft.millionGets === null
        ? {}
        : { centsPerMillionGets: Math.round(draft.millionGets * 10_000) / 100 }),
    }
    return adopt(tierBenchmarkSpec, given, context, ([part = '']) => fieldOf[part] ?? 'query')
  })

/** Which field shows a fault of the spec. */
const fieldOf: Record<string, string> = { data: 'partitions', tiers: 'tiers' }

export type TierForm = Form<typeof tierForm>

function queryOf({ query, database, table }: Pick<TierDraft, 'query' | 'database' | 'table'>): string {
  return markTable(query.trim().replace(/;\s*$/, ''), { database, table })
}
