import type { Prisma, Transaction } from '@frostline/db'
import { activeGenerationStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * A generation under way needs its source and its nodes.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenGenerations(
  tx: Transaction,
  of: Pick<Prisma.DataGenerationWhereInput, 'sourceId' | 'clusterId'>,
): Promise<void> {
  const open = await tx.dataGeneration.findMany({
    where: { ...of, status: { in: [...activeGenerationStatuses] } },
    select: { bucket: true, prefix: true },
    take: 5,
  })
  if (open.length === 0) return
  const names = open.map(({ bucket, prefix }) => `${bucket}/${prefix}`).join('; ')
  throw new ServiceError('conflict', `Test data is being generated with it: ${names}.`, {
    hint: 'Wait for it or cancel it first.',
  })
}
