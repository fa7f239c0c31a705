import type { Look } from '@/features/status/look.ts'
import type { Exit } from './use-exits.ts'

export const exitLooks: Record<Exit['status'], Look> = {
  planned: { tone: 'neutral', word: 'planned', live: false, meaning: 'Planned, not started.' },
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'A worker is running it.' },
  pausing: { tone: 'warn', word: 'pausing', live: true, meaning: 'Finishing running statements.' },
  paused: { tone: 'warn', word: 'paused', live: false, meaning: 'Paused.' },
  waiting: { tone: 'warn', word: 'waiting', live: false, meaning: 'Waiting for approval.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'Cancelling.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Off on all replicas. Verified.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed. You can retry.' },
  cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Cancelled. Moved parts stay.' },
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
