import type { Look } from '@/features/status/look.ts'
import type { Repair, RepairDraft } from './hooks/use-repairs.ts'

export const repairWords: Record<RepairDraft['kind'], { verb: string; title: string }> = {
  sync: { verb: 'Sync', title: 'SYSTEM SYNC REPLICA' },
  restart: { verb: 'Restart', title: 'SYSTEM RESTART REPLICA' },
  restore: { verb: 'Restore', title: 'SYSTEM RESTORE REPLICA' },
  drop: { verb: 'Drop', title: 'SYSTEM DROP REPLICA' },
}

export const repairLooks: Record<Repair['status'], Look> = {
  queued: { tone: 'accent', word: 'queued', live: true, meaning: 'Waiting for a worker.' },
  running: { tone: 'accent', word: 'running', live: true, meaning: 'The statement was sent.' },
  cancelling: { tone: 'warn', word: 'cancelling', live: true, meaning: 'Cancelling.' },
  completed: { tone: 'ok', word: 'completed', live: false, meaning: 'Completed. See the figures after it.' },
  failed: { tone: 'danger', word: 'failed', live: false, meaning: 'Failed, or not verified.' },
  cancelled: {
    tone: 'warn',
    word: 'cancelled',
    live: false,
    meaning: 'Cancelled. Changes so far are kept.',
  },
}
