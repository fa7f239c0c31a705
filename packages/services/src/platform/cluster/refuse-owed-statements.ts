import type { Transaction } from '@frostline/db'
import { z } from 'zod'
import { ServiceError } from '../base/service-error.ts'

/** What to do with stopped moves on a node that is removed. Not a boolean: REST passes it as text in the query. */
export const stoppedMovesInput = z
  .enum(['refuse', 'leave'])
  .default('refuse')
  .describe('Use `leave` for a node that will not come back. Its moves stay stopped until it restarts.')

/**
 * Tables whose moves have yet to be started again, and scratch tables that have yet to be dropped, find their node by
 * its name: it must not be removed before that, unless a person confirms that moves stay stopped.
 * @param goes names of the removed nodes.
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
