import { groupBy } from '@frostline/domain'
import type { Incident } from './incident-schema.ts'
import type { LedgerMarks } from './read-ledger-marks.ts'

type Gap = Incident['data']['gaps'][number]
type NodeGap = Omit<Gap, 'nodes'> & { node: string }

/** Gaps of equal text are one, with all their nodes. */
export function mergeGaps(gaps: readonly NodeGap[]): Gap[] {
  return [
    ...groupBy(gaps, ({ reason, remedy, lanes }) => JSON.stringify([reason, remedy, lanes])).values(),
  ].map((group) => {
    const [{ node: _, ...gap }] = group
    return { ...gap, nodes: [...new Set(group.map(({ node }) => node))].toSorted() }
  })
}

export function awayGap(node: string, message: string | null): NodeGap {
  return {
    node,
    lanes: ['latency', 'failures', 'changes', 'store', 'cache', 'moves', 'merges', 'parts'],
    reason: `Does not answer${message ? `: ${message}` : ''}. What its logs have is not shown.`,
    remedy: 'Open the page again when the node answers: its logs are on its disk.',
  }
}

/** What the ledger has more of than is shown. It is of no node. */
export function ledgerGaps({ runs, changes, alerts }: LedgerMarks['left']): Gap[] {
  const what = [
    ...(runs > 0 ? [`${runs} older runs`] : []),
    ...(changes ? ['older entries of the audit'] : []),
    ...(alerts ? ['older alerts'] : []),
  ]
  if (what.length === 0) return []
  return [
    {
      ...{ nodes: [], lanes: ['changes', ...(alerts ? ['alerts' as const] : [])] },
      reason: `Not shown: ${what.join(', ')}.`,
      remedy: 'Choose a shorter range to see them.',
    },
  ]
}

export function sampleGaps(
  nodes: readonly { name: string }[],
  samples: readonly { node: string }[],
): NodeGap[] {
  return nodes.flatMap(({ name }): NodeGap[] =>
    samples.some(({ node }) => node === name)
      ? []
      : [
          {
            node: name,
            lanes: ['parts', 'disks', 'replication'],
            reason: 'There is no sample in this range.',
            remedy: 'A worker samples each node once a minute while it runs. Check that a worker runs.',
          },
        ],
  )
}
