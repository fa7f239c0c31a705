import { z } from 'zod'
import { findWindowFaults } from './find-window-faults.ts'

const weekday = z.literal([0, 1, 2, 3, 4, 5, 6])

/** A window without faults. */
export const timeWindowInput = z
  .object({
    timeZone: z.string().max(64).describe('An IANA name such as Europe/Berlin.'),
    spans: z
      .array(z.object({ days: z.array(weekday).max(7), from: z.string().max(5), to: z.string().max(5) }))
      .max(20)
      .describe('Hours by day of the week, 0 is Sunday. `to` at or before `from` is a time of the next day.'),
  })
  .check((context) => {
    for (const { path, message } of findWindowFaults(context.value))
      context.issues.push({ code: 'custom', path, message, input: context.value })
  })
