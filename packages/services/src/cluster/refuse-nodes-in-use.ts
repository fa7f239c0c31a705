import type { Transaction } from '@frostline/db'
import { activeMigrationStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * A tier migration under way, and moves that still owe their START MOVES, find their node by its name: it must not
 * go away under them.
 * @param remaining names of the nodes that stay.
 */
export async function refuseNodesInUse(
  tx: Transaction,
  clusterId: string,
  remaining: string[],
): Promise<void> {
  const steps = await tx.tierMigrationStep.findMany({
    where: {
      migration: { clusterId, status: { in: [...activeMigrationStatuses] } },
      nodeName: { notIn: remaining },
    },
    select: { nodeName: true },
    distinct: ['nodeName'],
  })
  if (steps.length > 0) {
    const names = steps.map((step) => step.nodeName).join(', ')
    throw new ServiceError('conflict', `A tier migration is under way on ${names}.`, {
      hint: 'Wait for it or cancel it first.',
    })
  }
  const stopped = await tx.stoppedMoves.findFirst({ where: { clusterId, nodeName: { notIn: remaining } } })
  if (stopped) {
    throw new ServiceError(
      'conflict',
      `Moves of ${stopped.database}.${stopped.table} are stopped on ${stopped.nodeName} and have to be started again.`,
      {
        hint: 'A running worker does that by itself within seconds, as soon as the node answers. Try again then.',
      },
    )
  }
}
