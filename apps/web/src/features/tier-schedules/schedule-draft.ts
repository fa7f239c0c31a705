import type { MissedRunRule } from '@frostline/domain'
import { z } from 'zod'
import { type BudgetUnit, budgetBytesOf, budgetOf } from '@/form/budget.ts'
import { choice, cronText, fault, requiredText, timeZoneName, wholeNumber } from '@/form/field-schemas.ts'
import { draftReplicas, replicaChoices } from '../replica-choices/replica-draft.ts'
import { type DraftSpan, draftSpans, judgeSpans, readSpans } from '../time-window/draft-span.ts'
import type { Schedule } from './schedule.ts'

/** A schedule as typed, and the API's input. */
export const scheduleForm = z
  .object({
    name: requiredText('Enter a name.'),
    tables: choice<{ database: string; table: string }[]>().refine(
      (tables) => tables.length > 0,
      'Choose at least one table.',
    ),
    targetVolume: z.string().min(1, 'Choose the volume to move to.'),
    olderThanDays: wholeNumber(1, 36_500, 'Enter a whole number of days from 1 to 36500.'),
    /** Empty: no limit. */
    budget: z.string(),
    budgetUnit: choice<BudgetUnit>(),
    ...{ cron: cronText, timeZone: timeZoneName, spans: choice<DraftSpan[]>() },
    missedRuns: choice<MissedRunRule>(),
    replicas: replicaChoices,
  })
  .superRefine((draft, context) => {
    judgeSpans(draft, context)
    if (budgetBytesOf(draft) === undefined)
      fault(context, ['budget'], 'Enter an amount above zero, or leave empty for no limit.')
  })
  .transform(({ budget, budgetUnit, spans, ...rest }) => ({
    ...rest,
    budgetBytes: budgetBytesOf({ budget, budgetUnit })?.toString() ?? null,
    windowSpans: readSpans(spans),
  }))

export type ScheduleDraft = z.input<typeof scheduleForm>

/** For a schedule, or for a new one. */
export function draftOf(schedule: Schedule | null, ownZone: string): ScheduleDraft {
  return {
    ...{ name: schedule?.name ?? '', tables: schedule?.tables ?? [] },
    ...{ targetVolume: schedule?.targetVolume ?? '', olderThanDays: String(schedule?.olderThanDays ?? 90) },
    ...{ cron: schedule?.cron ?? '0 2 * * *', timeZone: schedule?.timeZone ?? ownZone },
    ...budgetOf(schedule?.budgetBytes ?? null),
    missedRuns: schedule?.missedRuns ?? 'catch_up',
    spans: draftSpans(schedule?.windowSpans ?? []),
    replicas: draftReplicas(schedule?.replicas),
  }
}
