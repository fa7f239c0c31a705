import type { Source, Transaction } from '@frostline/db'
import { ServiceError } from '../../base/service-error.ts'
import type { WantedSource } from '../schema.ts'

/**
 * What nodes hold was made from the former values: a source whose collection the console has created keeps its name,
 * endpoint and keys until that collection is dropped from the nodes.
 * @throws ServiceError `conflict`
 */
export async function refuseStaleCollections(
  tx: Transaction,
  present: Source,
  wanted: WantedSource,
): Promise<void> {
  const same =
    wanted.auth === 'collection' &&
    wanted.collectionName === present.collectionName &&
    wanted.endpoint === present.endpoint &&
    wanted.region === present.region &&
    wanted.buckets[0] === present.buckets[0] &&
    (wanted.accessKeyId === '' ? null : wanted.accessKeyId) === present.accessKeyId &&
    wanted.secretAccessKey === ''
  if (!same) await refuseHeldCollections(tx, present)
}

/** @throws ServiceError `conflict` as long as nodes may hold the collection. */
export async function refuseHeldCollections(tx: Transaction, source: Source): Promise<void> {
  const held = await tx.sourceCollection.findMany({
    where: { sourceId: source.id },
    include: { cluster: { select: { name: true } } },
  })
  if (held.length === 0) return
  const names = held.map(({ cluster }) => cluster.name).join(', ')
  throw new ServiceError(
    'conflict',
    `The nodes of ${names} have the named collection ${source.collectionName} of ${source.name}.`,
    {
      hint: 'On the page of the source, drop the collection from these nodes first. Create it again afterwards.',
    },
  )
}
