import { isDrivenRun } from '@frostline/domain'
import { runLooks } from '@/features/run/run-looks.ts'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type WarmupSummary = RouterOutputs['cacheWarmups']['list']['warmups'][number]
export type WarmupDetail = RouterOutputs['cacheWarmups']['get']
export type WarmupStep = RouterOutputs['cacheWarmups']['steps']['steps'][number]
export type WarmupTableFacts = RouterOutputs['cacheWarmups']['preview']['data']
export type WarmupInput = RouterInputs['cacheWarmups']['start']

export const warmupLooks = runLooks({
  running: 'Reading partitions.',
  pausing: 'Stopping reads.',
  paused: 'Paused. Cached data stays cached.',
  cancelling: 'Stopping reads.',
  completed: 'All partitions were read.',
  failed: 'Some partitions failed.',
  cancelled: 'Cancelled. Cached data stays cached.',
})

export const stepLooks: Record<WarmupStep['status'], Look> = {
  planned: look('neutral', 'waiting', 'Not started yet.'),
  running: look('accent', 'reading', 'Reading.', true),
  completed: look('ok', 'read', 'Read and verified.'),
  failed: look('danger', 'failed', 'Failed.'),
  cancelled: look('warn', 'cancelled', 'Stopped, or never started.'),
}

export function isActiveWarmup({ status }: Pick<WarmupSummary, 'status'>): boolean {
  return isDrivenRun(status)
}
