import { type Archive, lockRow, notifyChange } from '@frostline/db'
import { type ObjectStore, whyToRetry } from '@frostline/object-store'
import { openSource } from '../../../loads/source/open-source.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'

type Outcome = Pick<Archive, 'bucketHold' | 'bucketHoldNote'>

/** Sets or clears the legal hold of the store on the files of archives whose hold has changed. */
export async function alignBucketHolds(ctx: ServiceContext): Promise<void> {
  const [archive] = await ctx.db.archive.findMany({
    where: { bucketHold: 'pending' },
    orderBy: { holdAt: 'asc' },
    take: 1,
  })
  if (!archive) return
  const outcome = await alignOne(ctx, archive)
  if (outcome === null) return
  await ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'run', archive.id)
    // It may have been set or released again meanwhile.
    const { count } = await tx.archive.updateMany({
      where: { id: archive.id, bucketHold: 'pending', holdAt: archive.holdAt },
      data: outcome,
    })
    if (count > 0) await notifyChange(tx, 'archive', archive.id)
  })
}

/** Null: the store is down or busy, so the next sweep tries again. */
async function alignOne(ctx: ServiceContext, archive: Archive): Promise<Outcome | null> {
  const { sourceId, sourceName, bucket } = archive
  const failed = (note: string): Outcome => ({ bucketHold: 'failed', bucketHoldNote: note.slice(0, 2_000) })
  if (sourceId === null) return failed(`The source ${sourceName} was removed.`)
  try {
    const source = await openSource(ctx, sourceId)
    try {
      const lock = await source.store.readObjectLock(bucket)
      if (whyToRetry(lock) !== null) return null
      const lacks = (note: string): Outcome => ({ bucketHold: 'unsupported', bucketHoldNote: note })
      if (lock.kind === 'refused') return lacks(`The store does not know object lock: ${lock.message}`)
      if (lock.kind !== 'ok') return failed(`The object lock of ${bucket} cannot be read: ${lock.message}`)
      if (!lock.enabled) return lacks(`The bucket ${bucket} has no object lock.`)
      return await alignFiles(ctx, archive, source.store)
    } finally {
      source.close()
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return failed(error.message)
  }
}

async function alignFiles(
  ctx: ServiceContext,
  { id, bucket, holdAt }: Archive,
  store: ObjectStore,
): Promise<Outcome | null> {
  const on = holdAt !== null
  const steps = await ctx.db.archiveStep.findMany({
    where: { archiveId: id, provedAt: { not: null }, state: { not: 'expired' } },
    include: { files: { where: { deletedAt: null } } },
  })
  const keys = steps.flatMap(({ manifestKey, files }) => [
    ...files.flatMap(({ key }) => key ?? []),
    ...(manifestKey === null ? [] : [manifestKey]),
  ])
  for (const key of keys) {
    const answer = await store.setLegalHold(bucket, key, on)
    if (whyToRetry(answer) !== null) return null
    if (answer.kind !== 'ok' && !(answer.kind === 'not-found' && !on))
      return {
        bucketHold: 'failed',
        bucketHoldNote:
          `The store refused to ${on ? 'set' : 'clear'} the legal hold of ${key}: ${answer.message} The key of the source needs s3:PutObjectLegalHold.`.slice(
            0,
            2_000,
          ),
      }
  }
  return { bucketHold: on ? 'held' : 'cleared', bucketHoldNote: null }
}
