import {
  listDistributionQueues,
  listStoragePolicies,
  partitionDateColumns,
  tableAges,
  tableCatalog,
} from '@frostline/clickhouse'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { askTableSizes } from '../../platform/reading/table-sizes.ts'

/** The window over which growth is measured. */
export const growthDays = 30

/** Row ages change slowly, so answers are shared for a minute. */
const slowAnswer = { ttlMs: 60_000 }

export type AdviceReading = Awaited<ReturnType<typeof readForAdvice>>

export interface AdviceTimes {
  /** Midnight in UTC: rows from before are old. */
  before: Date
  since: Date
  until: Date
}

/** @param days that make a row old. Whole minutes and days, so that concurrent readers share answers. */
export function timesOf(now: Date, days: number): AdviceTimes {
  const until = new Date(Math.floor(now.getTime() / 60_000) * 60_000)
  const daysBefore = (count: number) => new Date(until.getTime() - count * 86_400_000)
  const before = new Date(`${daysBefore(days).toISOString().slice(0, 10)}T00:00:00Z`)
  return { before, since: daysBefore(growthDays), until }
}

/** The facts of one node: small aggregated results, read by one statement. */
export async function readForAdvice(reader: NodeReader, times: AdviceTimes) {
  const [tables, sizes, policies, ages, dateColumns, queues] = await Promise.all([
    reader.ask(tableCatalog, { include_system: false }, { ttlMs: 5_000 }),
    askTableSizes(reader),
    reader.ask(listStoragePolicies, {}),
    reader.ask(tableAges, times, slowAnswer),
    reader.ask(partitionDateColumns, {}, slowAnswer),
    reader.askIfOffered(listDistributionQueues, {}),
  ])
  return { tables, ...sizes, policies, ages, dateColumns, queues }
}
