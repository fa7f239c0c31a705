import type { RunStatus } from '@frostline/domain'
import { type Look, look } from '@/features/status/look.ts'

/** How the states of a run are shown, with their meaning for its kind. */
export function runLooks(
  meanings: Partial<Record<RunStatus, string>> & Pick<Record<RunStatus, string>, 'running'>,
): Record<RunStatus, Look> {
  const stopping = meanings.cancelling ?? 'Stopping.'
  const looks: Record<RunStatus, Look> = {
    queued: look('accent', 'queued', 'Waiting for a worker.', true),
    running: look('accent', 'running', meanings.running, true),
    pausing: look('warn', 'pausing', stopping, true),
    paused: look('warn', 'paused', 'Paused.'),
    waiting: look('warn', 'waiting', 'Waiting for approval.'),
    cancelling: look('warn', 'cancelling', stopping, true),
    completed: look('ok', 'completed', 'Completed.'),
    failed: look('danger', 'failed', 'Failed.'),
    cancelled: look('warn', 'cancelled', 'Cancelled.'),
  }
  for (const [status, meaning] of Object.entries(meanings)) looks[status as RunStatus].meaning = meaning
  return looks
}
