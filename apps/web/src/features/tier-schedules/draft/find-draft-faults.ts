import { findCronFault, isTimeZone } from '@frostline/domain'
import { findWaitFault } from '../../replica-choices/replica-draft.ts'
import { findSpanFaults, type SpanFaults } from '../../time-window/draft-span.ts'
import { budgetBytesOf, type ScheduleDraft } from './schedule-draft.ts'

export interface DraftFaults {
  name?: string
  tables?: string
  targetVolume?: string
  olderThanDays?: string
  budget?: string
  cron?: string
  timeZone?: string
  wait?: string
  spans: SpanFaults
}

/** What is wrong with what was typed, in the words of the API, which judges the same. */
export function findDraftFaults(draft: ScheduleDraft): DraftFaults {
  const faults: DraftFaults = { spans: findSpanFaults(draft.timeZone, draft.spans) }
  if (draft.name.trim() === '') faults.name = 'Enter a name.'
  if (draft.tables.length === 0) faults.tables = 'Choose at least one table.'
  if (draft.targetVolume === '') faults.targetVolume = 'Choose the volume to move to.'
  const days = /^\d{1,5}$/.test(draft.olderThanDays) ? Number(draft.olderThanDays) : 0
  if (days < 1 || days > 36_500) faults.olderThanDays = 'Enter a whole number of days from 1 to 36500.'
  if (budgetBytesOf(draft) === undefined)
    faults.budget = 'Enter an amount above zero, or leave empty for no limit.'
  const cron = findCronFault(draft.cron)
  if (cron !== null) faults.cron = cron
  if (!isTimeZone(draft.timeZone)) faults.timeZone = 'Unknown time zone. Enter a name such as Europe/Berlin.'
  const wait = findWaitFault(draft.replicas)
  if (wait !== undefined) faults.wait = wait
  return faults
}

/** Whether what would be moved and when is known: enough for a dry run, without a name. */
export function mayDryRun({ name: _, spans, ...faults }: DraftFaults): boolean {
  return spans.size === 0 && Object.values(faults).every((fault) => fault === undefined)
}

export function hasFaults(faults: DraftFaults): boolean {
  return faults.name !== undefined || !mayDryRun(faults)
}
