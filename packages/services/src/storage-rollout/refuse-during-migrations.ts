import type { Transaction } from '@frostline/db'
import { drivenRunStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/** A restart interrupts the moves of its node. They are taken up again, but nobody wants that unasked. */
export async function refuseDuringMigrations(
  tx: Transaction,
  clusterId: string,
  loads: readonly { load: string }[],
): Promise<void> {
  if (loads.every(({ load }) => load !== 'restart')) return
  const running = await tx.tierMigration.findMany({
    where: { clusterId, run: { status: { in: [...drivenRunStatuses] } } },
    select: { database: true, table: true },
    take: 5,
  })
  if (running.length === 0) return
  const tables = running.map(({ database, table }) => `${database}.${table}`).join(', ')
  throw new ServiceError(
    'conflict',
    `The rollout restarts nodes, and tier migrations are running: ${tables}.`,
    {
      hint: 'Pause or cancel them first. A restart would interrupt their moves.',
    },
  )
}
