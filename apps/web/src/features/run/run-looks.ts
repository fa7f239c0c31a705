import type { RunStatus } from '@frostline/domain'
import type { Look } from '@/features/status/look.ts'

/** How the states of a run are shown, with what each means for its kind. */
export function runLooks(
  meanings: Partial<Record<RunStatus, string>> & Pick<Record<RunStatus, string>, 'running'>,
): Record<RunStatus, Look> {
  const stopping = meanings.cancelling ?? 'Stopping.'
  const looks: Record<RunStatus, Look> = {
    queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
    running: { tone: 'accent', word: 'running', live: true, meaning: meanings.running },
    pausing: { tone: 'warn', word: 'pausing', live: true, meaning: stopping },
    paused: { tone: 'warn', word: 'paused', live: false, meaning: 'Paused.' },
    waiting: { tone: 'warn', word: 'waiting', live: false, meaning: 'Waiting for approval.' },
    cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: stopping },
    completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Completed.' },
    failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed.' },
    cancelled: { tone: 'warn', word: 'cancelled', live: false, meaning: 'Cancelled.' },
  }
  for (const [status, meaning] of Object.entries(meanings)) looks[status as RunStatus].meaning = meaning
  return looks
}
