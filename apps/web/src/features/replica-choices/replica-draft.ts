import { type ReplicaChoices, withDefaultChoices } from '@frostline/domain'
import { z } from 'zod'
import { choice, decimalNumber, emptyOr } from '@/form/field-schemas.ts'

const maxMinutes = 43_200
const waitFault = `Enter a number of minutes up to ${maxMinutes}, or leave it empty.`

/** Options for replicas; only non-default values are kept. */
export const replicaChoices = z
  .object({
    behind: choice<NonNullable<ReplicaChoices['behind']>>(),
    readOnly: choice<NonNullable<ReplicaChoices['readOnly']>>(),
    away: choice<NonNullable<ReplicaChoices['away']>>(),
    waitMinutes: emptyOr(
      decimalNumber(0, maxMinutes, waitFault)
        .transform((minutes) => Math.round(minutes * 60))
        .refine((seconds) => seconds >= 1, waitFault),
      undefined,
    ),
  })
  .transform(
    ({ behind, readOnly, away, waitMinutes: waitSeconds }): ReplicaChoices => ({
      ...(behind === 'wait' ? {} : { behind }),
      ...(readOnly === 'wait' ? {} : { readOnly }),
      ...(away === 'refuse' ? {} : { away }),
      ...(waitSeconds === undefined || !mayWait({ behind, readOnly, away }) ? {} : { waitSeconds }),
    }),
  )

export type ReplicaDraft = z.input<typeof replicaChoices>

export function draftReplicas(choices: ReplicaChoices | undefined): ReplicaDraft {
  const { waitSeconds, ...chosen } = withDefaultChoices(choices)
  // Four digits represent every second: viewing an option does not change it.
  return {
    ...chosen,
    waitMinutes: waitSeconds === undefined ? '' : String(Number((waitSeconds / 60).toFixed(4))),
  }
}

/** The limit applies to anything that can be waited for. */
export function mayWait({ behind, readOnly, away }: Omit<ReplicaDraft, 'waitMinutes'>): boolean {
  return behind !== 'leave' || readOnly !== 'leave' || away === 'wait'
}
