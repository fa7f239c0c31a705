import type { AlertKind } from '@frostline/domain'
import { z } from 'zod'
import { choice, fault, requiredText, timeZoneName } from '@/form/field-schemas.ts'
import { readUtcMinute } from '../time-range/read-time-range.ts'
import { type DraftSpan, draftSpans, judgeSpans, readSpans } from '../time-window/draft-span.ts'
import type { Maintenance } from './alert.ts'

/** A maintenance window as typed, and the API's input. */
export const maintenanceForm = z
  .object({
    name: requiredText('Enter a name.'),
    repeats: choice<'once' | 'weekly'>(),
    /** Minutes in UTC. */
    ...{ startsAt: z.string(), endsAt: z.string() },
    ...{ timeZone: timeZoneName, spans: choice<DraftSpan[]>() },
    ...{ clusterIds: choice<ReadonlySet<string>>(), nodes: choice<ReadonlySet<string>>() },
    kinds: choice<ReadonlySet<AlertKind>>(),
  })
  .superRefine((draft, context) => {
    if (draft.repeats === 'weekly') {
      judgeSpans(draft, context)
      if (draft.spans.length === 0) fault(context, ['spans'], 'Add hours.')
      return
    }
    const [startsAt, endsAt] = [readUtcMinute(draft.startsAt), readUtcMinute(draft.endsAt)]
    if (!startsAt) fault(context, ['startsAt'], 'Enter a date and a time.')
    if (!endsAt) fault(context, ['endsAt'], 'Enter a date and a time.')
    else if (startsAt && startsAt >= endsAt) fault(context, ['endsAt'], 'The end is not after the start.')
  })
  .transform(({ name, repeats, startsAt, endsAt, timeZone, spans, clusterIds, nodes, kinds }) => ({
    name,
    clusterIds: [...clusterIds],
    nodes: clusterIds.size === 1 ? [...nodes] : [],
    kinds: [...kinds],
    ...(repeats === 'weekly'
      ? { weekly: { timeZone, spans: readSpans(spans) } }
      : { startsAt: readUtcMinute(startsAt), endsAt: readUtcMinute(endsAt) }),
  }))

export type MaintenanceDraft = z.input<typeof maintenanceForm>

/** For an existing window; or for a new one, from now for two hours. */
export function draftOfMaintenance(window: Maintenance | null, now: Date, ownZone: string): MaintenanceDraft {
  const minute = (at: Date) => at.toISOString().slice(0, 16)
  return {
    ...{ name: window?.name ?? '', repeats: window?.weekly ? 'weekly' : 'once' },
    timeZone: window?.weekly?.timeZone ?? ownZone,
    startsAt: minute(window?.startsAt ?? now),
    endsAt: minute(window?.endsAt ?? new Date(now.getTime() + 2 * 3_600_000)),
    spans: window?.weekly
      ? draftSpans(window.weekly.spans)
      : [{ key: 0, days: [0], from: '02:00', to: '06:00' }],
    ...{
      clusterIds: new Set(window?.clusterIds),
      nodes: new Set(window?.nodes),
      kinds: new Set(window?.kinds),
    },
  }
}
