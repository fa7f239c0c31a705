import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

/**
 * A plan may be older than the nodes of its cluster. Call it in the transaction that starts the run, after the run's
 * row is locked or stored: a change of nodes waits for that row.
 * @throws ServiceError `conflict` that names the removed nodes.
 */
export async function requireNodes(
  tx: Transaction,
  clusterId: string,
  needed: readonly string[],
): Promise<void> {
  const present = await tx.clusterNode.findMany({
    where: { clusterId, name: { in: [...needed] } },
    select: { name: true },
  })
  const names = new Set(present.map(({ name }) => name))
  const gone = [...new Set(needed)].filter((name) => !names.has(name))
  if (gone.length === 0) return
  throw new ServiceError(
    'conflict',
    gone.length === 1
      ? `${gone[0]} does not belong to the cluster any more.`
      : `${gone.slice(0, 8).join(', ')} do not belong to the cluster any more.`,
    { hint: 'Nothing was started. Make a new plan for the current nodes.' },
  )
}
