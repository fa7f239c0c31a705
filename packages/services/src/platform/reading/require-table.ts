import { ServiceError } from '../base/service-error.ts'
import type { ClusterReading } from './read-cluster.ts'

/**
 * The nodes that answered and have the table.
 * @throws ServiceError `unreachable` when no node answered, `not_found` when none of those that did has it.
 */
export function requireTable<Value>(
  reading: Omit<ClusterReading<Value | null>, 'recalled'>,
  at: { database: string; table: string },
): { node: ClusterReading<Value>['readings'][number]['node']; value: Value }[] {
  const { cluster, readings, envelope, coverage } = reading
  if (readings.length === 0) {
    const reasons = envelope.nodes.map((node) => `${node.name}: ${node.message ?? node.state}`).join('; ')
    throw new ServiceError('unreachable', `No node of ${cluster.name} could be read. ${reasons}`, {
      hint: 'Check that the nodes run and that their addresses and credentials are right.',
    })
  }
  const present = readings.flatMap(({ node, value }) => (value === null ? [] : [{ node, value }]))
  if (present.length > 0) return present
  const unseen = coverage.complete ? '' : ` Not read: ${coverage.missingNodes.join(', ')}.`
  throw new ServiceError(
    'not_found',
    `No node of ${cluster.name} has the table ${at.database}.${at.table}.${unseen}`,
    {
      hint: 'Check the name. The table may have been dropped.',
    },
  )
}
