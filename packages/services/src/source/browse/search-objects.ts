import { compileNameSearch, InvalidGlobError, type NameSearch } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { ServiceError } from '../../base/service-error.ts'
import { toStoreError } from '../explain-store.ts'
import { type ObjectMatches, searchObjectsInput } from './schema.ts'
import { withBucket } from './with-bucket.ts'

/** One answer looks at so many objects, about half a second of listing; the caller goes on, or stops, after each. */
const pagesAtOnce = 5
/** More matches than a person reads end an answer early: memory stays bounded by one page beyond it. */
const matchesAtOnce = 500

/** Looks through everything below a prefix, piece by piece, in the store's order. */
export async function searchSourceObjects(
  ctx: ServiceContext,
  given: z.input<typeof searchObjectsInput>,
): Promise<ObjectMatches> {
  await authorize(ctx, 'operator')
  const { id, bucket, prefix, text, cursor } = parseInput(searchObjectsInput, given)
  const matches = compile(text)
  return withBucket(ctx, { id, bucket }, async ({ store }) => {
    const started = performance.now()
    const observedAt = ctx.now()
    const found: StoredObject[] = []
    let searched = 0
    let next: string | null = cursor ?? null
    for (let page = 0; page < pagesAtOnce && found.length < matchesAtOnce; page++) {
      const listed = await store.listPage(bucket, { prefix, token: next ?? undefined })
      if (listed.kind !== 'ok') throw toStoreError(listed, `${bucket}/${prefix} could not be searched`)
      searched += listed.objects.length
      found.push(...listed.objects.filter(({ key }) => matches(key.slice(prefix.length))))
      next = listed.nextToken
      if (next === null) break
    }
    return { observedAt, elapsedMs: performance.now() - started, matches: found, searched, nextCursor: next }
  })
}

function compile(text: string): NameSearch {
  try {
    return compileNameSearch(text)
  } catch (error) {
    if (!(error instanceof InvalidGlobError)) throw error
    throw new ServiceError('invalid', error.message, { hint: 'Correct the pattern.' })
  }
}
