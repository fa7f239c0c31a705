import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

/**
 * Moves that still owe their START MOVES, and scratch tables that nobody has tried to drop yet, find their node by its name:
 * it must not go away under them.
 * @param goes names of the nodes that go away.
 */
export async function refuseOwedStatements(
  tx: Transaction,
  clusterId: string,
  goes: string[],
): Promise<void> {
  const where = { clusterId, nodeName: { in: goes } }
  const stopped = await tx.stoppedMoves.findFirst({ where })
  if (stopped)
    throw new ServiceError(
      'conflict',
      `Moves of ${stopped.database}.${stopped.table} are stopped on ${stopped.nodeName} and have to be started again.`,
      {
        hint: 'A running worker does that by itself within seconds, as soon as the node answers. Try again then.',
      },
    )
  const scratch = await tx.scratchTable.findFirst({ where: { ...where, droppedAt: null, dropError: null } })
  if (scratch)
    throw new ServiceError(
      'conflict',
      `The scratch table ${scratch.database}.${scratch.name} of a benchmark is still on ${scratch.nodeName}.`,
      { hint: 'A running worker drops it by itself within a minute. Try again then.' },
    )
}
