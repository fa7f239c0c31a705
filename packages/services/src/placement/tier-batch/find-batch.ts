import type { Transaction } from '@frostline/db'
import { ServiceError } from '../../platform/base/service-error.ts'
import { withMigrationRun } from '../tier-migration/migration-run.ts'

const withMembers = {
  cluster: { select: { slug: true, name: true } },
  migrations: { include: withMigrationRun, orderBy: { batchPosition: 'asc' } },
} as const

/** @throws ServiceError `not_found` */
export async function findBatch(tx: Transaction, id: string) {
  const batch = await tx.tierMigrationBatch.findUnique({ where: { id }, include: withMembers })
  if (!batch)
    throw new ServiceError('not_found', `There is no plan of several tables ${id}.`, {
      hint: 'Open the list of tier migrations.',
    })
  return batch
}
