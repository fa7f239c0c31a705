import type { Tone } from '@frostline/ui'
import type { SharedPart } from './use-table-sharing.ts'

const looks: Record<SharedPart['state'], { tone: Tone; word: string; title: string }> = {
  shared: { tone: 'ok', word: 'shared', title: 'Replicas refer to the same objects.' },
  single: { tone: 'neutral', word: 'one owner', title: 'One replica has it on this disk.' },
  apart: { tone: 'warn', word: 'stored apart', title: 'Replicas have separate objects.' },
  unheld: {
    tone: 'warn',
    word: 'no replica',
    title: 'Locks or metadata, and no replica has the part there.',
  },
  unknown: { tone: 'unknown', word: 'not known', title: 'Some nodes did not respond.' },
}

/** @param on nodes where zero-copy replication is on. Fewer than two share nothing, and separate objects are right. */
export function describePart(state: SharedPart['state'], on: ReadonlySet<string>) {
  return state === 'apart' && on.size < 2
    ? {
        ...{ tone: 'neutral' as const, word: 'own objects' },
        title: 'Each replica has its own objects. Zero-copy replication is off.',
      }
    : looks[state]
}

/** Nodes that have a part with these objects without a lock. Without zero-copy replication no lock is needed. */
export function describeUnlocked(
  { unlocked, holders }: Pick<SharedPart['blobs'][number], 'unlocked' | 'holders'>,
  on: ReadonlySet<string>,
): { tone: 'warn' | 'neutral'; text: string }[] {
  if (unlocked.length === 0) return []
  // One of them may remove objects that another one needs.
  if (holders > 1) return [{ tone: 'warn', text: `shared without a lock: ${unlocked.join(', ')}` }]
  return unlocked.map((node) =>
    on.has(node)
      ? { tone: 'warn', text: `without a lock: ${node}` }
      : { tone: 'neutral', text: `only ${node} uses them` },
  )
}
