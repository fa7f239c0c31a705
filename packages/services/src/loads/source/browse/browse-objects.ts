import { buffer } from 'node:stream/consumers'
import { compileNameSearch, InvalidGlobError, type NameSearch } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { z } from 'zod'
import { authorize, authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { toStoreError } from '../explain-store.ts'
import {
  type DownloadLink,
  listObjectsInput,
  type ObjectMatches,
  type ObjectPage,
  objectRef,
  searchObjectsInput,
  type TextPreview,
} from './schema.ts'
import { withBucket } from './with-bucket.ts'

/** One page of a folder: what the store returns in one response, however large the bucket. */
export async function listSourceObjects(
  ctx: ServiceContext,
  given: z.input<typeof listObjectsInput>,
): Promise<ObjectPage> {
  const { id, bucket, prefix, cursor, pageSize } = await authorizeInput(
    ctx,
    'operator',
    listObjectsInput,
    given,
  )
  return withBucket(ctx, { id, bucket }, async ({ store }) => {
    const started = performance.now()
    const observedAt = ctx.now()
    const page = await store.listPage(bucket, { prefix, delimiter: '/', token: cursor, pageSize })
    if (page.kind !== 'ok') throw toStoreError(page, `${bucket}/${prefix} could not be listed`)
    const { objects, prefixes, nextToken } = page
    return { observedAt, elapsedMs: performance.now() - started, prefixes, objects, nextCursor: nextToken }
  })
}

/** One response covers this many pages, about half a second of listing; the caller continues or stops after each. */
const pagesAtOnce = 5
/** More matches than a person reads end a response early: memory stays bounded by one more page. */
const matchesAtOnce = 500

/** Searches everything below a prefix, piece by piece, in the store's order. */
export async function searchSourceObjects(
  ctx: ServiceContext,
  given: z.input<typeof searchObjectsInput>,
): Promise<ObjectMatches> {
  const { id, bucket, prefix, text, cursor } = await authorizeInput(
    ctx,
    'operator',
    searchObjectsInput,
    given,
  )
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

const previewBytes = 64 * 1_024

/** The first 64 KiB as stored, whatever they are. Works for keys that ClickHouse cannot name. */
export async function previewObjectText(
  ctx: ServiceContext,
  given: z.input<typeof objectRef>,
): Promise<TextPreview> {
  const { id, bucket, key } = await authorizeInput(ctx, 'operator', objectRef, given)
  return withBucket(ctx, { id, bucket }, async ({ store }) => {
    const started = performance.now()
    const observedAt = ctx.now()
    const about = `${bucket}/${key} could not be read`
    const head = await store.head(bucket, key)
    if (head.kind !== 'ok') throw toStoreError(head, about)
    const bytes = await readStart()
    const text = bytes.toString('utf8')
    return {
      observedAt,
      elapsedMs: performance.now() - started,
      text,
      looksBinary: looksBinary(text),
      readBytes: bytes.length,
      sizeBytes: head.sizeBytes,
      contentType: head.contentType ?? null,
    }

    async function readStart(): Promise<Buffer> {
      // A range of an empty object is an error (416).
      if (head.kind === 'ok' && head.sizeBytes === 0n) return Buffer.alloc(0)
      const got = await store.get(bucket, key, { range: { from: 0, to: previewBytes - 1 } })
      if (got.kind !== 'ok') throw toStoreError(got, about)
      return buffer(got.body)
    }
  })
}

/** Text has line breaks and tabs; other control characters, and invalid UTF-8, are rare in it. */
function looksBinary(text: string): boolean {
  const start = text.slice(0, 4_096)
  const odd = [...start].filter(
    (each) => each === '\ufffd' || (each < ' ' && !'\n\r\t\f\v\u001b'.includes(each)),
  )
  return odd.length * 20 > start.length
}

const expiresInSeconds = 300

/**
 * A link to one object for five minutes. The browser connects to the store itself, so it must reach the endpoint. The
 * audit records who created it for which object, but not the link.
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
