import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'

/**
 * Has every node that answers judge. One that is away judges when it is about to be sent something.
 * @throws what a node refuses; ServiceError `unreachable` where none answers
 */
export async function onNodesThatAnswer(
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
