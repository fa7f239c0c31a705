import { findCronFault, isTimeZone, type MissedRunRule } from '@frostline/domain'

export interface TimingDraft {
  name: string
  cron: string
  timeZone: string
  missedRuns: MissedRunRule
}

export type TimingFaults = Partial<Record<'name' | 'cron' | 'timeZone', string>>

/** The same faults, in the same words, as the API tells. */
export function findTimingFaults({ name, cron, timeZone }: TimingDraft): TimingFaults {
  const faults: TimingFaults = {}
  if (name.trim() === '') faults.name = 'Enter a name.'
  const cronFault = findCronFault(cron)
  if (cronFault !== null) faults.cron = cronFault
  if (!isTimeZone(timeZone)) faults.timeZone = `Unknown time zone '${timeZone}'.`
  return faults
}
