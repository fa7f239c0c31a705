import { findCronFault, isTimeZone, type NewVersionRule, type PipelineTrigger } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { budgetBytesOf } from '../../tier-schedules/draft/schedule-draft.ts'
import type { Pipeline, UpdatePipelineInput } from '../pipeline.ts'

/** Settings of a pipeline as they are being typed. */
export interface SettingsDraft {
  name: string
  trigger: PipelineTrigger['kind']
  pollSeconds: string
  cron: string
  timeZone: string
  newVersions: NewVersionRule
  maxObjects: string
  /** Empty: no limit. */
  maxGib: string
}

export function emptySettings(timeZone: string): SettingsDraft {
  return {
    name: '',
    trigger: 'continuous',
    pollSeconds: '60',
    cron: '0 2 * * *',
    timeZone,
    newVersions: 'ignore',
    maxObjects: '10000',
    maxGib: '',
  }
}

export function settingsOf(pipeline: Pipeline, timeZone: string): SettingsDraft {
  const { trigger, name, newVersions, maxObjects, maxBytes } = pipeline
  return {
    ...emptySettings(timeZone),
    name,
    newVersions,
    trigger: trigger.kind,
    ...(trigger.kind === 'schedule' ? { cron: trigger.cron, timeZone: trigger.timeZone } : {}),
    ...(trigger.kind === 'continuous' ? { pollSeconds: String(trigger.pollSeconds) } : {}),
    maxObjects: String(maxObjects),
    maxGib: maxBytes === null ? '' : gibText(maxBytes),
  }
}

/** With at most six decimals, which is what can be typed. */
function gibText(bytes: bigint): string {
  return String(Number((Number(bytes) / 1024 ** 3).toFixed(6)))
}

export type SettingsFaults = Partial<Record<keyof SettingsDraft, string>>

/** Every field that cannot be sent as it is. */
export function findSettingsFaults(draft: SettingsDraft): SettingsFaults {
  const faults: SettingsFaults = {}
  if (draft.name.trim() === '') faults.name = 'Enter a name.'
  if (draft.trigger === 'continuous' && !within(draft.pollSeconds, 5, 86_400))
    faults.pollSeconds = 'Enter whole seconds from 5 to 86400.'
  if (draft.trigger === 'schedule') {
    const cron = findCronFault(draft.cron)
    if (cron !== null) faults.cron = cron
    if (!isTimeZone(draft.timeZone)) faults.timeZone = `Unknown time zone '${draft.timeZone}'.`
  }
  if (!within(draft.maxObjects, 1, 100_000)) faults.maxObjects = 'Enter a whole number from 1 to 100000.'
  if (bytesOf(draft) === undefined) faults.maxGib = 'Enter an amount such as 50 or 0.5, or leave empty.'
  return faults
}

function within(text: string, least: number, most: number): boolean {
  const count = readCount(text)
  return count >= least && count <= most
}

function bytesOf({ maxGib }: SettingsDraft): bigint | null | undefined {
  return budgetBytesOf({ budget: maxGib, budgetUnit: 'GiB' })
}

/** What is sent, of a draft without faults. `before` keeps a limit to the byte where its text was not touched. */
export function toSettings(draft: SettingsDraft, before?: Pipeline): Omit<UpdatePipelineInput, 'id'> {
  const kept = before?.maxBytes ?? null
  const untouched = kept !== null && draft.maxGib === gibText(kept)
  const bytes = untouched ? kept : (bytesOf(draft) ?? null)
  return {
    name: draft.name.trim(),
    trigger: triggerOf(draft),
    newVersions: draft.newVersions,
    maxObjects: Number(draft.maxObjects),
    maxBytes: bytes === null ? null : String(bytes),
  }
}

function triggerOf({ trigger, cron, timeZone, pollSeconds }: SettingsDraft): PipelineTrigger {
  if (trigger === 'schedule') return { kind: trigger, cron, timeZone }
  return trigger === 'continuous' ? { kind: trigger, pollSeconds: Number(pollSeconds) } : { kind: trigger }
}
