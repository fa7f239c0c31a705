import type { Prisma, Transaction } from '@frostline/db'
import { openLoadStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * A load under way, or paused, needs its source and its nodes.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenLoads(
  tx: Transaction,
  of: Pick<Prisma.LoadJobWhereInput, 'sourceId' | 'clusterId'>,
): Promise<void> {
  const open = await tx.loadJob.findMany({
    where: { ...of, status: { in: [...openLoadStatuses] } },
    select: { title: true },
    take: 5,
  })
  if (open.length === 0) return
  throw new ServiceError('conflict', `Loads need it still: ${open.map(({ title }) => title).join('; ')}.`, {
    hint: 'Wait for them or cancel them first.',
  })
}
