import { groupBy } from '@frostline/domain'
import type { Incident } from './incident-schema.ts'
import { logNeeds } from './log-needs.ts'
import type { LogSpan, NodeLogs } from './read-node-logs.ts'

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

export function gapsOf(node: string, logs: NodeLogs, { fromMs }: LogSpan): NodeGap[] {
  const missing = [
    ...(logs.forms === null ? [logNeeds.query_log] : []),
    ...(logs.parts === null ? [logNeeds.part_log] : []),
    ...(logs.blobs === null ? [logNeeds.blob_storage_log] : []),
    ...(logs.errors === null ? [logNeeds.error_log] : []),
  ].map(
    ({ log, lanes, remedy }): NodeGap => ({
      node,
      lanes: [...lanes],
      reason: `There is no system.${log}, or it cannot be read.`,
      remedy,
    }),
  )
  if (logs.loggedFromMs === null || logs.loggedFromMs <= fromMs) return missing
  return [
    ...missing,
    {
      node,
      lanes: [...logNeeds.query_log.lanes],
      reason: `system.query_log begins at ${new Date(logs.loggedFromMs).toISOString().slice(0, 19).replace('T', ' ')} UTC.`,
      remedy: 'Raise the TTL of query_log in the configuration of the server to keep it longer.',
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
