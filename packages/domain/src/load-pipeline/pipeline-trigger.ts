import { z } from 'zod'
import { findCronFault } from '../schedule/cron.ts'
import { isTimeZone } from '../time-window/zone-clock.ts'

/** How often the bucket of a pipeline that is not continuous is listed, to measure how far behind it is. */
const idleLookSeconds = 300

/**
 * When a pipeline loads new objects: on request, by a cron expression, or continuously, some seconds after the previous
 * listing ended.
 */
export const pipelineTrigger = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('manual') }),
  z
    .object({
      kind: z.literal('schedule'),
      cron: z.string().max(200).describe('Minute, hour, day of the month, month, day of the week.'),
      timeZone: z.string().max(64).describe('IANA name, such as Europe/Berlin.'),
    })
    .superRefine(({ cron, timeZone }, ctx) => {
      const fault = findCronFault(cron)
      if (fault !== null) ctx.addIssue({ code: 'custom', path: ['cron'], message: fault })
      if (!isTimeZone(timeZone))
        ctx.addIssue({
          code: 'custom',
          path: ['timeZone'],
          message: `Unknown time zone '${timeZone}'.`,
        })
    }),
  z.object({
    kind: z.literal('continuous'),
    pollSeconds: z.number().int().min(5).max(86_400).describe('Interval between listings of the bucket.'),
  }),
])
export type PipelineTrigger = z.infer<typeof pipelineTrigger>

/** Seconds from the end of one listing to the next. */
export function secondsBetweenChecks(trigger: PipelineTrigger): number {
  return trigger.kind === 'continuous' ? trigger.pollSeconds : idleLookSeconds
}
