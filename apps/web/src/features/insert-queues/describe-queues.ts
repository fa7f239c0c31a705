import { formatBytes, formatCountOf } from '@frostline/ui'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type Queues = Pick<RouterOutputs['insertQueues']['list']['data'], 'totals' | 'coverage'>

/** What is queued, as far as nodes were reachable. */
export function describeQueues({ totals, coverage }: Queues): string {
  const { files, bytes, brokenFiles } = totals
  const away = coverage.missingNodes
  const waiting =
    files > 0n
      ? `${formatCountOf(files, 'file')}, ${formatBytes(bytes)} queued.`
      : brokenFiles > 0n
        ? 'Nothing queued.'
        : away.length === 0
          ? 'All rows have reached their shard.'
          : 'Nothing is queued on the nodes that responded.'
  return [
    waiting,
    ...(brokenFiles > 0n
      ? [`${formatCountOf(brokenFiles, 'file')} set aside: their rows have not reached their shard.`]
      : []),
    ...(away.length > 0 ? [`Unknown on ${away.join(', ')}, which did not respond.`] : []),
  ].join(' ')
}
