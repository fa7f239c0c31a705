import { ServiceError } from '../base/service-error.ts'
import type { ClusterConnection } from '../cluster/cluster-connection.ts'

/** @throws ServiceError `not_found` when the cluster has no node of that name. */
export function findNodeName(
  { name, nodes }: Pick<ClusterConnection, 'name' | 'nodes'>,
  node: string,
): string {
  if (nodes.every((each) => each.name !== node))
    throw new ServiceError('not_found', `${name} has no node ${node}.`, {
      hint: 'Choose one from the list of nodes.',
    })
  return node
}
