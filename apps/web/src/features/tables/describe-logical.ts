import { formatExactTime } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export interface LogicalBasis extends Pick<Served, 'lastSeen' | 'unknown'> {
  from: readonly { node: string }[]
}
type Served = RouterOutputs['overview']['get']['data']['logical']

/** Names beyond these are counted. */
const maxNames = 4

/** How a figure that counts each row once is known. */
export function describeLogical({ from, lastSeen, unknown }: LogicalBasis): string {
  const stale = lastSeen.map(({ node, at }) => `${node} is down: as of ${formatExactTime(at)}.`)
  return [
    from.length === 0
      ? 'No node responded.'
      : `Each row once, from ${listNames(from.map(({ node }) => node))}.`,
    ...stale,
    ...(unknown.length === 0 ? [] : [`Not counted, because it did not respond: ${listNames(unknown)}.`]),
  ].join(' ')
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, maxNames)
  const more = names.length - shown.length
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ')
}
