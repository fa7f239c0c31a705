import { z } from 'zod'
import { findCronFault } from '../schedule/cron.ts'
import { isTimeZone } from '../time-window/zone-clock.ts'

/** How often the bucket of one that does not run continuously is read, to know how far behind it is. */
const idleLookSeconds = 300

/**
 * When a pipeline loads what is new: when a person says so; at the due times of a cron expression; or at every look,
 * each some seconds after the one before has ended.
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

/** Seconds from the end of one look to the next. */
export function secondsBetweenLooks(trigger: PipelineTrigger): number {
  return trigger.kind === 'continuous' ? trigger.pollSeconds : idleLookSeconds
}
