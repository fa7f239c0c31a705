import { ServiceError } from '../base/service-error.ts'
import type { ConnectionReport } from './connection/connection-report.ts'

/**
 * Refuses what cannot work. A node that is down may be accepted knowingly (`acceptUnusable`), since a cluster must
 * be registrable while one replica is away; two addresses of one server never are.
 * @throws ServiceError `conflict`, `unreachable` or `refused`; the message names each node and its reason.
 */
export function requireUsable(report: ConnectionReport, acceptUnusable: boolean): void {
  const duplicates = report.comparison.find(
    (check) => check.id === 'distinct_servers' && check.status === 'failed',
  )
  if (duplicates)
    throw new ServiceError('conflict', duplicates.message, { hint: 'Keep one address of each server.' })
  if (acceptUnusable || report.usable) return
  const failed = report.nodes.flatMap((node) =>
    node.checks
      .filter((check) => check.status === 'failed')
      .map((check) => ({ id: check.id, text: `${node.name}: ${check.message}` })),
  )
  const unreachable = failed.some(({ id }) => id === 'reachable' || id === 'tls')
  throw new ServiceError(unreachable ? 'unreachable' : 'refused', failed.map(({ text }) => text).join(' '), {
    hint: 'Nothing was stored. Correct the connection, or register it although not every node can be used.',
  })
}
