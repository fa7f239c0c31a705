import { isDrivenRun } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type WarmupSummary = RouterOutputs['cacheWarmups']['list']['warmups'][number]
export type WarmupDetail = RouterOutputs['cacheWarmups']['get']
export type WarmupStep = RouterOutputs['cacheWarmups']['steps']['steps'][number]
export type WarmupLook = RouterOutputs['cacheWarmups']['preview']['data']
export type WarmupInput = RouterInputs['cacheWarmups']['start']

export const warmupLooks: Record<WarmupSummary['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'Reading partitions.' },
  pausing: { tone: 'warn', word: 'pausing', live: true, meaning: 'Stopping reads.' },
  paused: { tone: 'warn', word: 'paused', live: false, meaning: 'Paused. Cached data stays cached.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'Stopping reads.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'All partitions were read.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Some partitions failed.' },
  cancelled: {
    tone: 'warn',
    word: 'cancelled',
    live: false,
    meaning: 'Cancelled. Cached data stays cached.',
  },
}

export const stepLooks: Record<WarmupStep['status'], Look> = {
  planned: { tone: 'neutral', word: 'waiting', live: false, meaning: 'Not started yet.' },
  running: { tone: 'accent', word: 'reading', live: true, meaning: 'Reading.' },
  completed: { tone: 'ok', word: 'read', live: false, meaning: 'Read and verified.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Stopped, or never started.' },
}

export function isActiveWarmup({ status }: Pick<WarmupSummary, 'status'>): boolean {
  return isDrivenRun(status)
}
