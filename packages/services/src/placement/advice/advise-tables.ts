import { parseTableTtl } from '@frostline/clickhouse'
import {
  type Advice,
  adviseLateTtl,
  adviseOldPartitions,
  adviseTtl,
  changeMoveAge,
  type DiskForecast,
  type DiskPrices,
  groupBy,
  growthPerDay,
  objectsOfParts,
  type PriceBook,
  parseTtl,
  printTtl,
  readTtlAge,
  type TtlAge,
  type TtlRule,
  type TtlTarget,
  unitOfPartitionKey,
} from '@frostline/domain'
import { createDiskPricing, type DiskPricing } from '../../platform/cost/disk-prices.ts'
import type { NodeReading } from '../../platform/reading/read-cluster.ts'
import { tableKey } from '../../platform/reading/table-sizes.ts'
import { toDiskView } from '../../platform/reading/to-disk.ts'
import { familyOfEngine } from '../table/engine-family.ts'
import { toPolicy } from '../tier-migration/to-domain.ts'
import { type AdviceReading, type AdviceTimes, growthDays } from './read-tables.ts'

export interface TableAdviceInput {
  readings: readonly NodeReading<AdviceReading>[]
  book: PriceBook
  /** By `node/disk`. */
  forecasts: ReadonlyMap<string, DiskForecast | null>
  times: AdviceTimes
  days: number
}

/** One table on one node. */
interface TableOnNode {
  node: string
  reading: AdviceReading
  pricing: DiskPricing
  row: AdviceReading['tables'][number]
  ages: AdviceReading['ages']
}

/** Advice about tables: old partitions on hot disks, missing TTLs, and TTLs that move rows too late. */
export function adviseTables(input: TableAdviceInput): Advice[] {
  const { readings, book } = input
  const nodes = readings.map(({ node, value }) => ({
    ...{ node: node.name, reading: value, pricing: createDiskPricing(book, value.disks) },
    ages: groupBy(value.ages, ({ database, table }) => tableKey(database, table)),
  }))
  const present = nodes.flatMap(({ ages, ...each }) =>
    each.reading.tables
      .filter(({ engine }) => familyOfEngine(engine) === 'merge-tree')
      .map((row): TableOnNode => ({ ...each, row, ages: ages.get(tableKey(row.database, row.name)) ?? [] })),
  )
  const hotBytes = present.reduce((sum, each) => sum + sumHot(each, ({ bytes }) => bytes), 0n)
  const tables = groupBy(present, ({ row }) => tableKey(row.database, row.name))
  return [...tables.values()].flatMap((copies) => adviseTable(copies, hotBytes, input))
}

type Copies = readonly [TableOnNode, ...TableOnNode[]]

function adviseTable(copies: Copies, clusterHotBytes: bigint, input: TableAdviceInput): Advice[] {
  const { book, times, days } = input
  const [first] = copies
  const at = { database: first.row.database, table: first.row.name }
  const ttls = [...new Set(copies.map(({ row }) => parseTableTtl(row.engine_full)))]
  const ttl = ttls.length === 1 ? (ttls[0] ?? '') : null
  const parsed = parseTtl(ttl ?? '')
  const rules = ttl === null || ttl === '' || parsed.kind === 'refused' ? [] : parsed.rules
  const cold = findColdVolume(first)
  const movedByTtl =
    ttl === null || parsed.kind === 'refused' || rules.some(({ action }) => action.kind === 'move')
  const shares = copies.flatMap((copy) =>
    hotRows(copy).map((row) => ({
      ...{ bytes: row.old_bytes, partitions: row.old_partitions },
      objects: objectsOfParts({ parts: row.old_parts, files: row.old_files }),
      prices: copy.pricing.pricesOf(row.disk_name),
    })),
  )
  const dateColumn = first.reading.dateColumns.find(
    ({ database, table }) => database === at.database && table === at.table,
  )
  const growths = copies.map((copy) => growthOf(copy, times))
  const draftFor = (amount: number) => {
    const target = cold && { to: 'volume' as const, name: cold.volume }
    if (!target || !dateColumn) return null
    const changed = changeMoveAge(rules, target, { amount, unit: 'DAY', column: dateColumn.name })
    return changed && printTtl(changed.rules)
  }
  const sumOf = (read: (row: AdviceReading['ages'][number]) => bigint) =>
    copies.reduce((sum, copy) => sum + sumHot(copy, read), 0n)
  const advice = [
    adviseOldPartitions({
      ...at,
      ...{ before: times.before.toISOString().slice(0, 10), days, shares, cold, movedByTtl },
      ...{ currency: book.currency, hotBytes: clusterHotBytes },
    }),
    adviseTtl({
      ...at,
      ...{
        byTime: unitOfPartitionKey(first.row.partition_key, dateColumn !== undefined) !== null,
        ttl,
        days,
      },
      ...{ hotBytes: sumOf(({ bytes }) => bytes), oldBytes: sumOf((row) => row.old_bytes) },
      bytesPerDay: growths.includes(null)
        ? null
        : growths.reduce<number>((sum, each) => sum + (each ?? 0), 0),
      ...{ draft: draftFor(days), clusterHotBytes },
    }),
    worstLateTtl(copies, rules, input),
  ]
  return advice.filter((each) => each !== null)
}

/** The coldest volume of the policy whose disks are all on object storage. */
function findColdVolume({
  row,
  reading,
  pricing,
}: TableOnNode): { volume: string; prices: DiskPrices } | null {
  const volumes = toPolicy(reading.policies, row.storage_policy)?.volumes ?? []
  const found = volumes.findLast(({ disks }) => disks.every((disk) => pricing.tierOf(disk) === 'cold'))
  const [disk] = found?.disks ?? []
  return found && disk !== undefined ? { volume: found.name, prices: pricing.pricesOf(disk) } : null
}

function hotRows({ ages, pricing }: Pick<TableOnNode, 'ages' | 'pricing'>): AdviceReading['ages'] {
  return ages.filter(({ disk_name }) => pricing.tierOf(disk_name) === 'hot')
}

function sumHot(copy: TableOnNode, read: (row: AdviceReading['ages'][number]) => bigint): bigint {
  return hotRows(copy).reduce((sum, row) => sum + read(row), 0n)
}

/** Of the table on one node, whatever disk its rows are on now. Null: some part carries no time, or there is none. */
function growthOf({ ages }: TableOnNode, { until }: AdviceTimes): number | null {
  const recent = ages.reduce((sum, row) => sum + (row.recent_bytes ?? 0), 0)
  const times = ages.flatMap(({ oldest }) => (oldest ? [oldest.getTime()] : []))
  if (times.length === 0 || ages.some((row) => row.undated_parts > 0n)) return null
  return growthPerDay(recent, {
    windowDays: growthDays,
    oldestMs: Math.min(...times),
    nowMs: until.getTime(),
  })
}

/** For the node and disk with the largest shortage. */
function worstLateTtl(copies: Copies, rules: readonly TtlRule[], input: TableAdviceInput): Advice | null {
  const { times, forecasts } = input
  let worst: Advice | null = null
  for (const copy of copies) {
    const rule = findColdAge(copy, rules)
    if (!rule) continue
    for (const row of hotRows(copy)) {
      const disk = copy.reading.disks.find(({ name }) => name === row.disk_name)
      if (!disk) continue
      const view = toDiskView(disk, copy.reading.disks)
      const forecast = [disk.name, ...view.sharesWith].map((name) => forecasts.get(`${copy.node}/${name}`))
      const free = view.freeBytes === null ? null : view.freeBytes - view.keepFreeBytes
      const advice = adviseLateTtl(
        {
          ...{ database: copy.row.database, table: copy.row.name, node: copy.node, disk: disk.name },
          ...{ age: rule.age, oldestMs: row.oldest?.getTime() ?? null, hotBytes: row.bytes },
          bytesPerDay: growthOf(copy, times),
          freeBytes: free === null ? null : free < 0n ? 0n : free,
          forecast: forecast.find((each) => each != null) ?? null,
          draftFor: (amount) => {
            const changed = changeMoveAge(rules, rule, { amount, unit: 'DAY', column: null })
            return changed && printTtl(changed.rules)
          },
        },
        times.until.getTime(),
      )
      if (advice && (!worst || sizeOf(advice) > sizeOf(worst))) worst = advice
    }
  }
  return worst
}

function sizeOf({ gain }: Advice): bigint {
  return gain.kind === 'bytes' ? gain.bytes : 0n
}

/** The rule that moves rows to object storage after an age. */
function findColdAge(
  { row, reading, pricing }: TableOnNode,
  rules: readonly TtlRule[],
): { to: TtlTarget; name: string; age: TtlAge } | null {
  const volumes = toPolicy(reading.policies, row.storage_policy)?.volumes ?? []
  for (const { expression, action } of rules) {
    const age = readTtlAge(expression)
    if (action.kind !== 'move' || age === null) continue
    const disks =
      action.to === 'disk' ? [action.name] : (volumes.find(({ name }) => name === action.name)?.disks ?? [])
    if (disks.length > 0 && disks.every((disk) => pricing.tierOf(disk) === 'cold'))
      return { to: action.to, name: action.name, age }
  }
  return null
}
