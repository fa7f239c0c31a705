import type { Transaction } from '@frostline/db'
import { type GenerationSpec, openRunStatuses, overlap } from '@frostline/domain'
import { toStoreError } from '../source/explain-store.ts'
import type { OpenSource } from '../source/open-source.ts'

/** What lies in the folder already, in words; null where nothing does. @throws ServiceError `unreachable`, `refused` */
export async function findForeignObjects(
  spec: GenerationSpec,
  { store }: OpenSource,
): Promise<string | null> {
  const { bucket } = spec.source
  const page = await store.listPage(bucket, { prefix: spec.prefix, pageSize: 2 })
  if (page.kind !== 'ok') throw toStoreError(page, `${bucket}/${spec.prefix} could not be listed`)
  const found = page.objects.find(({ key }) => key !== spec.prefix)
  return found
    ? `${bucket}/${spec.prefix} is not empty: it contains ${found.key}. Choose an empty folder, so that nothing is overwritten.`
    : null
}

/** Another generation that writes into the same bucket, below or above the folder, through whichever source. */
export async function findRivalGeneration(tx: Transaction, spec: GenerationSpec): Promise<string | null> {
  const own = await tx.source.findUnique({ where: { id: spec.source.id }, select: { endpoint: true } })
  const rivals = await tx.dataGeneration.findMany({
    where: {
      bucket: spec.source.bucket,
      run: { status: { in: [...openRunStatuses] } },
      source: { endpoint: own?.endpoint ?? '' },
    },
    select: { prefix: true },
  })
  const rival = rivals.find(({ prefix }) => overlap(prefix, spec.prefix))
  return rival
    ? `Another generation writes to ${spec.source.bucket}/${rival.prefix}. Wait until it ends or choose another folder.`
    : null
}
