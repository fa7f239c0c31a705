import { z } from 'zod'
import { ServiceError } from '../base/service-error.ts'
import { alertView } from './schema.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 7
const MAX_DAYS = 92

export const alertHistoryInput = z.object({
  from: z.coerce.date().optional().describe('Default: seven days before the end.'),
  to: z.coerce.date().optional().describe('Default: now.'),
  cluster: z.string().max(255).optional().describe('Id or slug.'),
})
export type AlertHistoryInput = z.output<typeof alertHistoryInput>

export const alertHistory = z.object({
  from: z.date(),
  to: z.date().describe('Not later than now.'),
  evaluatedAt: z.date().nullable().describe('When a worker last checked the clusters. Null: never.'),
  firings: z
    .array(
      alertView.extend({
        segments: z
          .array(
            z.object({
              from: z.date(),
              to: z.date(),
              mark: z
                .enum(['firing', 'acknowledged', 'silenced', 'maintenance'])
                .describe('What held back messages. firing: nothing.'),
            }),
          )
          .describe('Without gaps, from when it fired until it resolved or now.'),
      }),
    )
    .describe('Newest first. At most 500.'),
  more: z.boolean().describe('There are more than are listed.'),
})
export type AlertHistory = z.infer<typeof alertHistory>

/** @throws ServiceError `invalid` for a period that ends before it starts, or is too long. */
export function readPeriod({ from, to }: AlertHistoryInput, now: Date): { from: Date; to: Date } {
  const endMs = Math.min(to === undefined ? now.getTime() : Number(to), now.getTime())
  const startMs = from === undefined ? endMs - DEFAULT_DAYS * DAY_MS : Number(from)
  const fault =
    startMs >= endMs
      ? 'The period starts after its end, or after now.'
      : endMs - startMs > MAX_DAYS * DAY_MS
        ? `The period is longer than ${MAX_DAYS} days.`
        : null
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Choose another start.' })
  return { from: new Date(startMs), to: new Date(endMs) }
}
