import type { MissedRunRule } from '@frostline/domain'
import { draftReplicas, type ReplicaDraft, readReplicas } from '../../replica-choices/replica-draft.ts'
import { type DraftSpan, draftSpans, readSpans } from '../../time-window/draft-span.ts'
import type { Schedule } from '../schedule.ts'

export const budgetUnits = ['B', 'MiB', 'GiB', 'TiB'] as const
type BudgetUnit = (typeof budgetUnits)[number]
const unitBytes: Record<BudgetUnit, bigint> = { B: 1n, MiB: 1n << 20n, GiB: 1n << 30n, TiB: 1n << 40n }

/** A schedule as it is being typed. */
export interface ScheduleDraft {
  name: string
  tables: { database: string; table: string }[]
  targetVolume: string
  olderThanDays: string
  /** Empty: no limit. */
  budget: string
  budgetUnit: BudgetUnit
  cron: string
  timeZone: string
  spans: DraftSpan[]
  missedRuns: MissedRunRule
  replicas: ReplicaDraft
}

export function emptyDraft(timeZone: string): ScheduleDraft {
  return {
    name: '',
    tables: [],
    targetVolume: '',
    olderThanDays: '90',
    budget: '',
    budgetUnit: 'GiB',
    cron: '0 2 * * *',
    timeZone,
    spans: [],
    missedRuns: 'catch_up',
    replicas: draftReplicas(undefined),
  }
}

export function draftOf(schedule: Schedule): ScheduleDraft {
  const { name, tables, targetVolume, cron, timeZone, missedRuns } = schedule
  return {
    ...{ name, tables, targetVolume, cron, timeZone, missedRuns },
    olderThanDays: String(schedule.olderThanDays),
    ...budgetOf(schedule.budgetBytes),
    spans: draftSpans(schedule.windowSpans),
    replicas: draftReplicas(schedule.replicas),
  }
}

/** In the largest unit that shows it without loss. */
function budgetOf(bytes: bigint | null): Pick<ScheduleDraft, 'budget' | 'budgetUnit'> {
  if (bytes === null) return { budget: '', budgetUnit: 'GiB' }
  const budgetUnit = budgetUnits.toReversed().find((unit) => bytes % unitBytes[unit] === 0n) ?? 'B'
  return { budget: String(bytes / unitBytes[budgetUnit]), budgetUnit }
}

/** Bytes of the budget as typed; null for none; undefined for what is no amount. */
export function budgetBytesOf({ budget, budgetUnit }: Pick<ScheduleDraft, 'budget' | 'budgetUnit'>) {
  const text = budget.trim()
  if (text === '') return null
  if (!/^\d{1,18}(\.\d{1,6})?$/.test(text)) return undefined
  const [whole = '0', fraction = ''] = text.split('.')
  const millionths = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
  const bytes = (millionths * unitBytes[budgetUnit]) / 1_000_000n
  return bytes > 0n && bytes < 10n ** 18n ? bytes : undefined
}

/** What the API takes, of a draft without faults. */
export function toDefinition(draft: ScheduleDraft) {
  return {
    name: draft.name.trim(),
    tables: draft.tables,
    targetVolume: draft.targetVolume,
    olderThanDays: Number(draft.olderThanDays),
    budgetBytes: budgetBytesOf(draft)?.toString() ?? null,
    cron: draft.cron,
    timeZone: draft.timeZone,
    windowSpans: readSpans(draft.spans),
    missedRuns: draft.missedRuns,
    replicas: readReplicas(draft.replicas),
  }
}
