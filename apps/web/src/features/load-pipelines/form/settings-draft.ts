import type { NewVersionRule, PipelineTrigger } from '@frostline/domain'
import { readCount } from '@frostline/ui'
import { z } from 'zod'
import { budgetBytesOf } from '@/form/budget.ts'
import { choice, cronText, fault, requiredText, timeZoneName, wholeNumber } from '@/form/field-schemas.ts'
import type { Pipeline, UpdatePipelineInput } from '../pipeline.ts'

const neededBy = {
  continuous: z.object({ pollSeconds: wholeNumber(5, 86_400, 'Enter whole seconds from 5 to 86400.') }),
  schedule: z.object({ cron: cronText, timeZone: timeZoneName }),
  manual: z.object({}),
}

/** Settings of a pipeline as typed, and as sent. Only what its trigger needs is validated. */
export const settingsForm = z
  .object({
    name: requiredText('Enter a name.'),
    trigger: choice<PipelineTrigger['kind']>(),
    ...{ pollSeconds: z.string(), cron: z.string(), timeZone: z.string() },
    newVersions: choice<NewVersionRule>(),
    maxObjects: wholeNumber(1, 100_000, 'Enter a whole number from 1 to 100000.'),
    /** Empty: no limit. */
    maxGib: z.string(),
    /** The stored limit, kept to the byte if its text was not edited. */
    storedBytes: choice<bigint | null>(),
  })
  .superRefine((draft, context) => {
    for (const { path, message } of neededBy[draft.trigger].safeParse(draft).error?.issues ?? [])
      fault(context, path, message)
    if (bytesOf(draft) === undefined)
      fault(context, ['maxGib'], 'Enter an amount such as 50 or 0.5, or leave empty.')
  })
  .transform((draft): Omit<UpdatePipelineInput, 'id'> => {
    const { name, newVersions, maxObjects, trigger, cron, timeZone, pollSeconds } = draft
    return {
      ...{ name, newVersions, maxObjects, maxBytes: bytesOf(draft)?.toString() ?? null },
      trigger:
        trigger === 'schedule'
          ? { kind: trigger, cron, timeZone }
          : trigger === 'continuous'
            ? { kind: trigger, pollSeconds: readCount(pollSeconds) }
            : { kind: trigger },
    }
  })

export type SettingsDraft = z.input<typeof settingsForm>

function bytesOf({ maxGib, storedBytes }: { maxGib: string; storedBytes: bigint | null }) {
  const untouched = storedBytes !== null && maxGib === gibText(storedBytes)
  return untouched ? storedBytes : budgetBytesOf({ budget: maxGib, budgetUnit: 'GiB' })
}

/** For a pipeline, or for a new one. */
export function settingsOf(pipeline: Pipeline | null, ownZone: string): SettingsDraft {
  const { trigger = { kind: 'continuous', pollSeconds: 60 }, maxBytes = null } = pipeline ?? {}
  return {
    name: pipeline?.name ?? '',
    trigger: trigger.kind,
    pollSeconds: String(trigger.kind === 'continuous' ? trigger.pollSeconds : 60),
    ...(trigger.kind === 'schedule'
      ? { cron: trigger.cron, timeZone: trigger.timeZone }
      : { cron: '0 2 * * *', timeZone: ownZone }),
    newVersions: pipeline?.newVersions ?? 'ignore',
    maxObjects: String(pipeline?.maxObjects ?? 10_000),
    ...{ maxGib: maxBytes === null ? '' : gibText(maxBytes), storedBytes: maxBytes },
  }
}

/** With at most six decimals, which is what can be typed. */
function gibText(bytes: bigint): string {
  return String(Number((Number(bytes) / 1024 ** 3).toFixed(6)))
}
