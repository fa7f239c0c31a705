import { drivenWarmupStatuses } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { changeWarmup, refuseWarmupState } from './change-status.ts'
import { warmupPaceInput } from './schema.ts'

const open = [...drivenWarmupStatuses, 'paused'] as const

/** Readings under way are killed and sent again at the new pace; what they have cached stays. */
export async function setWarmupPace(ctx: ServiceContext, given: z.input<typeof warmupPaceInput>) {
  const { id, bytesPerSecond } = parseInput(warmupPaceInput, given)
  return changeWarmup(ctx, id, {
    action: 'cache-warmup.set-pace',
    details: { bytesPerSecond },
    decide: (warmup) => {
      if (!open.some((status) => status === warmup.status))
        refuseWarmupState(warmup, 'given another pace', 'It has ended. Start a new one.')
      return { bytesPerSecond: bytesPerSecond === null ? null : BigInt(bytesPerSecond) }
    },
  })
}
