import { z } from 'zod'
import { roles } from '../base/actor.ts'
import { clusterKey } from '../reading/schema.ts'

export const getStartHereInput = z.object({ cluster: clusterKey })

export const startSteps = [
  'connect-cluster',
  'see-storage',
  'move-partition',
  'set-ttl',
  'load-object',
  'audit-bucket',
  'invite-person',
] as const

export const startHere = z.object({
  dismissed: z.boolean().describe('By whoever asks.'),
  steps: z.array(
    z.object({
      step: z.enum(startSteps),
      done: z.boolean().nullable().describe('Null: no node could be read.'),
      needs: z.enum(roles).describe('Least role that can do it.'),
    }),
  ),
})
export type StartHere = z.infer<typeof startHere>

/** What a person has done that nothing else records. */
const personMarks = ['saw-storage', 'dismissed-start-here'] as const
export const markInput = z.object({ mark: z.enum(personMarks) })
export const markDone = z.object({ mark: z.enum(personMarks) })
