import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { toStoreError } from '../explain-store.ts'
import { listObjectsInput, type ObjectPage } from './schema.ts'
import { withBucket } from './with-bucket.ts'

/** One page of a folder: what the store holds at most in one answer, however large the bucket. */
export async function listSourceObjects(
  ctx: ServiceContext,
  given: z.input<typeof listObjectsInput>,
): Promise<ObjectPage> {
  await authorize(ctx, 'operator')
  const { id, bucket, prefix, cursor, pageSize } = parseInput(listObjectsInput, given)
  return withBucket(ctx, { id, bucket }, async ({ store }) => {
    const started = performance.now()
    const observedAt = ctx.now()
    const page = await store.listPage(bucket, { prefix, delimiter: '/', token: cursor, pageSize })
    if (page.kind !== 'ok') throw toStoreError(page, `${bucket}/${prefix} could not be listed`)
    const { objects, prefixes, nextToken } = page
    return { observedAt, elapsedMs: performance.now() - started, prefixes, objects, nextCursor: nextToken }
  })
}
