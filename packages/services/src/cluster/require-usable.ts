import { ServiceError } from '../base/service-error.ts'
import type { ConnectionReport } from './connection/connection-report.ts'

/**
 * Refuses what cannot work. A node that is down may be accepted knowingly (`acceptUnusable`), since a cluster must
 * be registrable while one replica is away; two addresses of one server never are. An address in the input that does
 * not answer is a fault of the input, not of the console: `refused`, never `unreachable`.
 * @throws ServiceError `conflict` or `refused`; the message names each node and its reason.
 */
export function requireUsable(report: ConnectionReport, acceptUnusable: boolean): void {
  const duplicates = report.comparison.find(
    (check) => check.id === 'distinct_servers' && check.status === 'failed',
  )
  if (duplicates)
    throw new ServiceError('conflict', duplicates.message, { hint: 'Keep one address of each server.' })
  if (acceptUnusable || report.usable) return
  const failed = report.nodes.flatMap((node) =>
    node.checks.filter((check) => check.status === 'failed').map((check) => `${node.name}: ${check.message}`),
  )
  throw new ServiceError('refused', failed.join(' '), {
    hint: 'Nothing was saved. Correct the connection, or register the cluster although some nodes cannot be used.',
  })
}
