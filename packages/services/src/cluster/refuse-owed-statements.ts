import type { Transaction } from '@frostline/db'
import { z } from 'zod'
import { ServiceError } from '../base/service-error.ts'

/** What becomes of moves that are stopped on a node that goes. No flag: REST has this in a query, as text. */
export const stoppedMovesInput = z
  .enum(['refuse', 'leave'])
  .default('refuse')
  .describe('Use `leave` for a node that will not come back. Its moves stay stopped until it restarts.')

/**
 * Moves that still owe their START MOVES, and scratch tables that nobody has tried to drop yet, find their node by its name:
 * it must not go away under them, unless a person says that moves stay stopped.
 * @param goes names of the nodes that go away.
 * @returns the moves that stay stopped, for the audit. They are forgotten.
 */
export async function refuseOwedStatements(
  tx: Transaction,
  clusterId: string,
  goes: string[],
  stoppedMoves: z.infer<typeof stoppedMovesInput>,
): Promise<string[]> {
  const where = { clusterId, nodeName: { in: goes } }
  const stopped = await tx.stoppedMoves.findMany({ where, orderBy: { since: 'asc' } })
  if (stopped[0] && stoppedMoves === 'refuse')
    throw new ServiceError(
      'conflict',
      `Moves of ${stopped[0].database}.${stopped[0].table} are stopped on ${stopped[0].nodeName} and must be started again.`,
      {
        hint: 'A running worker starts them within seconds once the node answers. Then try again. If the node will not come back, choose to leave its moves stopped (stoppedMoves=leave).',
      },
    )
  const scratch = await tx.scratchTable.findFirst({ where: { ...where, droppedAt: null, dropError: null } })
  if (scratch)
    throw new ServiceError(
      'conflict',
      `The scratch table ${scratch.database}.${scratch.name} of a benchmark is still on ${scratch.nodeName}.`,
      { hint: 'A running worker drops it within a minute. Then try again.' },
    )
  await tx.stoppedMoves.deleteMany({ where })
  return stopped.map(({ nodeName, database, table }) => `${nodeName}: ${database}.${table}`)
}
