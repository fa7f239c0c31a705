import { isDrivenRun } from '@frostline/domain'
import { runLooks } from '@/features/run/run-looks.ts'
import { type Look, look } from '@/features/status/look.ts'
import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type GenerationSummary = RouterOutputs['dataGenerations']['list']['generations'][number]
export type GenerationDetail = RouterOutputs['dataGenerations']['get']
export type GenerationChunk = RouterOutputs['dataGenerations']['chunks']['chunks'][number]
export type GenerationPreview = RouterOutputs['dataGenerations']['preview']
export type GenerationInput = RouterInputs['dataGenerations']['start']

export const generationLooks = runLooks({
  running: 'Writing files.',
  pausing: 'Stopping statements.',
  paused: 'Paused. Complete files are kept.',
  cancelling: 'Stopping statements.',
  completed: 'All files are in the bucket.',
  failed: 'Some files failed.',
  cancelled: 'Cancelled. Complete files are kept.',
})

export const chunkLooks: Record<GenerationChunk['status'], Look> = {
  planned: look('neutral', 'waiting', 'Not started yet.'),
  running: look('accent', 'writing', 'Running.', true),
  completed: look('ok', 'written', 'Completed. The store lists all its files.'),
  failed: look('danger', 'failed', 'Failed.'),
  cancelled: look('warn', 'cancelled', 'Stopped, or never started.'),
}

export function isActiveGeneration({ status }: Pick<GenerationSummary, 'status'>): boolean {
  return isDrivenRun(status)
}
