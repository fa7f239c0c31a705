import { activeWarmupStatuses } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type WarmupSummary = RouterOutputs['cacheWarmups']['list']['warmups'][number]
export type WarmupDetail = RouterOutputs['cacheWarmups']['get']
export type WarmupStep = RouterOutputs['cacheWarmups']['steps']['steps'][number]
export type WarmupLook = RouterOutputs['cacheWarmups']['preview']['data']
export type WarmupInput = RouterInputs['cacheWarmups']['start']

export const warmupLooks: Record<WarmupSummary['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waits for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Partitions are being read.' },
  pausing: { tone: 'warn', word: 'pausing', live: true, meaning: 'Its readings are being stopped.' },
  paused: { tone: 'warn', word: 'paused', live: false, meaning: 'Stands still. What is cached stays.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'Its readings are being stopped.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Every partition was read.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Some partitions need a person.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped. What is cached stays.' },
}

export const stepLooks: Record<WarmupStep['status'], Look> = {
  planned: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  running: { tone: 'accent', word: 'reading', live: true, meaning: 'It is being read.' },
  completed: { tone: 'ok', word: 'read', live: false, meaning: 'Read, and read again as a proof.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'It could not be read.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped, or never started.' },
}

export function isActiveWarmup({ status }: Pick<WarmupSummary, 'status'>): boolean {
  return status !== 'paused' && activeWarmupStatuses.some((active) => active === status)
}
