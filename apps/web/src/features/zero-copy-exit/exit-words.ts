import { runLooks } from '@/features/run/run-looks.ts'
import { type Look, look } from '@/features/status/look.ts'
import type { Exit } from './use-exits.ts'

export const exitLooks: Record<Exit['status'], Look> = {
  planned: look('neutral', 'planned', 'Planned, not started.'),
  ...runLooks({
    running: 'A worker is running it.',
    pausing: 'Finishing running statements.',
    cancelling: 'Cancelling.',
    completed: 'Off on all replicas. Verified.',
    failed: 'Failed. You can retry.',
    cancelled: 'Cancelled. Moved parts stay.',
  }),
}

export function describeStage({ hotVolume, targetVolume }: Pick<Exit, 'hotVolume' | 'targetVolume'>) {
  return {
    'to-hot': `Move shared parts to '${hotVolume}'`,
    'switch-off': 'Turn the setting off on each replica',
    'to-target': targetVolume === null ? `Leave parts on '${hotVolume}'` : `Move parts to '${targetVolume}'`,
    'switch-on': 'Turn the setting on again on each replica',
    'to-shared': 'Move parts back to where they were shared',
  } satisfies Record<Exit['stage'], string>
}

export const stagesOf = (goesBack: boolean): Exit['stage'][] =>
  goesBack ? ['switch-on', 'to-shared'] : ['to-hot', 'switch-off', 'to-target']
