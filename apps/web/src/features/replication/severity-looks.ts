import type { Look } from '@/features/status/look.ts'
import type { ReplicaSet } from './hooks/use-replication.ts'

export const severityLooks: Record<ReplicaSet['severity'], Look> = {
  critical: {
    tone: 'danger',
    word: 'Critical',
    live: false,
    meaning: 'Writes are refused, data is far behind, or a replica is away.',
  },
  warning: {
    tone: 'warn',
    word: 'Warning',
    live: false,
    meaning: 'It may mend itself. Look again in a minute.',
  },
  unknown: { tone: 'unknown', word: 'Not known', live: false, meaning: 'Not everything could be looked at.' },
  notice: { tone: 'neutral', word: 'Note', live: false, meaning: 'Normal while replicas merge.' },
  ok: { tone: 'ok', word: 'OK', live: false, meaning: 'Replicas are active, writable and equal.' },
}
