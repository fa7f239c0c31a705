import { z } from 'zod'
import { alertView } from './schema.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 92

export const alertHistoryInput = z
  .object({
    from: z.coerce.date(),
    to: z.coerce.date(),
    cluster: z.string().max(255).optional().describe('Id or slug.'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'The end is not after the start.' })
  .refine(({ from, to }) => to.getTime() - from.getTime() <= MOST_DAYS * DAY_MS, {
    path: ['from'],
    message: `At most ${MOST_DAYS} days.`,
  })
export type AlertHistoryInput = z.input<typeof alertHistoryInput>

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
