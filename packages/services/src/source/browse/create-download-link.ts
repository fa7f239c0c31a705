import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { recordAudit } from '../../base/record-audit.ts'
import { ServiceError } from '../../base/service-error.ts'
import { toStoreError } from '../explain-store.ts'
import { type DownloadLink, objectRef } from './schema.ts'
import { withBucket } from './with-bucket.ts'

const expiresInSeconds = 300

/**
 * A link to one object for five minutes. The browser goes to the store itself, so it must reach the endpoint. Who
 * made it for which object stands in the audit; the link does not.
 */
export async function createDownloadLink(
  ctx: ServiceContext,
  given: z.input<typeof objectRef>,
): Promise<DownloadLink> {
  const about = { action: 'source.create-download-link', objectType: 'source', objectName: given.id }
  await authorize(ctx, 'operator', about)
  const { id, bucket, key } = parseInput(objectRef, given)
  if (key.split('/').some((step) => step === '.' || step === '..'))
    throw new ServiceError(
      'invalid',
      `A browser would resolve the . or .. in ${key}, so the link would not work.`,
      {
        hint: 'Download it with an S3 client.',
      },
    )
  return withBucket(ctx, { id, bucket }, async ({ store, name }) => {
    const head = await store.head(bucket, key)
    if (head.kind !== 'ok')
      throw toStoreError(head, `The download link for ${bucket}/${key} could not be created`)
    const now = ctx.now()
    const fileName = key.split('/').at(-1) || 'object'
    const url = await store.signDownloadLink(bucket, key, { expiresInSeconds, now, fileName })
    await recordAudit(ctx.db, ctx, {
      ...about,
      objectId: id,
      objectName: name,
      outcome: 'succeeded',
      details: { bucket, key, expiresInSeconds },
    })
    return { url, expiresAt: new Date(now.getTime() + expiresInSeconds * 1_000) }
  })
}
