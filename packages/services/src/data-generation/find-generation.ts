import type { DataGeneration, Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

export type GenerationWithCluster = DataGeneration & { cluster: { slug: string; name: string } }

/** @throws ServiceError `not_found` */
export async function findGeneration(tx: Transaction, id: string): Promise<GenerationWithCluster> {
  const generation = await tx.dataGeneration.findUnique({
    where: { id },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  if (!generation)
    throw new ServiceError('not_found', `There is no test data generation ${id}.`, {
      hint: 'Choose one from the list. The ID may be from another console.',
    })
  return generation
}
