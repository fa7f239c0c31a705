import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'

/**
 * Has every reachable node judge. An unreachable one judges before something is sent to it.
 * @throws a node's rejection; ServiceError `unreachable` where none answers
 */
export async function onReachableNodes(
  nodes: readonly ConnectedNode[],
  judge: (node: ConnectedNode) => Promise<void>,
): Promise<void> {
  const judged = await Promise.allSettled(nodes.map(judge))
  const faults: unknown[] = judged.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const isAway = (fault: unknown) => fault instanceof ServiceError && fault.code === 'unreachable'
  const refusal = faults.find((fault) => !isAway(fault))
  if (refusal !== undefined) throw refusal
  if (faults.length > 0 && faults.length === nodes.length) throw faults[0]
}
