import type { Transaction } from '@frostline/db'

export interface AskedReplica {
  clusterId: string
  clusterName: string
  nodeName: string
}

/** Replicas that are no longer registered, as `node of cluster`. Call it in the transaction that restarts the run. */
export async function listGoneReplicas(
  tx: Transaction,
  replicas: readonly AskedReplica[],
): Promise<string[]> {
  const present = await tx.clusterNode.findMany({ select: { clusterId: true, name: true } })
  return replicas
    .filter(({ clusterId, nodeName }) =>
      present.every((node) => node.clusterId !== clusterId || node.name !== nodeName),
    )
    .map(({ nodeName, clusterName }) => `${nodeName} of ${clusterName}`)
}

/** Such as `a of x, b of y are not registered any more.` */
export function describeGoneReplicas(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')} ${names.length === 1 ? 'is' : 'are'} not registered any more.`
}
