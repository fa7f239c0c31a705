import { formatCount, formatCountOf } from '@frostline/ui'
import type { KillReport, LiveData, LiveMutation, LiveStatement } from './hooks/use-live.ts'

/** Of the bytes requested from a cache, 0 to 1. Null: no cache used. */
export function hitRatioOf({
  cacheBytes,
  missedBytes,
}: Pick<LiveStatement, 'cacheBytes' | 'missedBytes'>): number | null {
  const requested = cacheBytes + missedBytes
  return requested === 0n ? null : Number(cacheBytes) / Number(requested)
}

/** Which nodes have more rows than are listed. Undefined: none. */
export function describeCut(cut: LiveData['queries']['cut'], nouns: string): string | undefined {
  if (cut.length === 0) return undefined
  const parts = cut.map(
    ({ node, shown, count }) => `${formatCount(shown)} of ${formatCount(count)} on ${node}`,
  )
  return `Only the oldest ${nouns} are listed: ${parts.join(', ')}. The counts above include all.`
}

/** How many of the rows pass the filter. */
export function describeShown(shown: number, listed: number): string {
  if (shown === listed) return `${formatCountOf(listed, 'query', 'queries')}.`
  return `${formatCount(shown)} of ${formatCountOf(listed, 'query', 'queries')} match the filters.`
}

const looks: Record<KillReport['result'], { tone: 'success' | 'info' | 'warning' | 'error'; title: string }> =
  {
    killed: { tone: 'success', title: 'Killed' },
    already_ended: { tone: 'info', title: 'Already ended' },
    stopping: { tone: 'warning', title: 'Still stopping' },
    not_allowed: { tone: 'error', title: 'Not allowed' },
    rejected: { tone: 'error', title: 'Not killed' },
    unknown: { tone: 'error', title: 'Not confirmed' },
  }

/** As a message of the page. */
export function describeKilled({ result, message }: KillReport) {
  return { ...looks[result], description: message }
}

/** What a person should know before the kill of this query. */
export function warnBeforeKill({ isPart, kind }: Pick<LiveStatement, 'isPart' | 'kind'>): string[] {
  return [
    'The query ends at its next block of data, and its client gets an error.',
    ...(kind === 'Insert' ? ['Rows that it has already written stay.'] : []),
    ...(kind === 'Alter' ? ['A move of parts does not stop: its parts still move.'] : []),
    ...(isPart ? ['This is a part of a distributed query. The whole query fails.'] : []),
  ]
}

/** The same of a mutation. */
export function warnBeforeMutationKill({
  isReplicated,
  partsLeft,
}: Pick<LiveMutation, 'isReplicated' | 'partsLeft'>): string[] {
  return [
    `Parts that it has rewritten stay so. ${formatCountOf(partsLeft, 'part')} ${partsLeft === 1n ? 'stays as it is' : 'stay as they are'}.`,
    ...(isReplicated ? ['The replicas of the table share it: it ends on all of them.'] : []),
    'This cannot be undone.',
  ]
}
