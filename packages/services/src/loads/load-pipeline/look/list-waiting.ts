import { findUnknownObjects, keepPipelineTurn, type PipelineTurn } from '@frostline/db'
import { writeObjectPath } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { listMatchingPages } from '../../load-job/list-manifest.ts'
import { withBucket } from '../../source/browse/with-bucket.ts'

/** More are counted, but not kept: a run takes fewer, and the next check sees the rest. */
const maxKept = 200_000
const keepTurnEveryMs = 5_000

interface UnknownObject {
  object: StoredObject
  /** It is known with another ETag. */
  keyKnown: boolean
  readable: boolean
}

export interface Listing {
  /** Objects that match. */
  matched: number
  /** Of these, objects not known by key and ETag. */
  unknown: UnknownObject[]
  /** Unknown objects that were not kept. */
  beyond: { objects: number; bytes: bigint }
}

/**
 * Lists the bucket and compares each page with what is known, so that memory grows only with what is new.
 * @throws ServiceError saying why the source could not be listed; StaleWriterError when the turn is lost.
 */
export async function listWaiting(
  ctx: ServiceContext,
  turn: PipelineTurn,
  at: { sourceId: string; bucket: string; glob: string },
): Promise<Listing> {
  const listing: Listing = { matched: 0, unknown: [], beyond: { objects: 0, bytes: 0n } }
  let keptAt = Date.now()
  await withBucket(ctx, { id: at.sourceId, bucket: at.bucket }, async ({ store }) => {
    for await (const page of listMatchingPages(store, at.bucket, at.glob)) {
      listing.matched += page.objects.length
      for (const { object, keyKnown } of await findUnknownObjects(ctx.db, turn.pipelineId, page.objects)) {
        if (listing.unknown.length < maxKept) {
          const readable = writeObjectPath(object.key).kind !== 'unreadable'
          listing.unknown.push({ object, keyKnown, readable })
        } else {
          listing.beyond.objects += 1
          listing.beyond.bytes += object.sizeBytes
        }
      }
      if (Date.now() - keptAt < keepTurnEveryMs) continue
      await keepPipelineTurn(ctx.db, turn)
      keptAt = Date.now()
    }
  })
  return listing
}
