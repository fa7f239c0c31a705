import { buffer } from 'node:stream/consumers'
import type { z } from 'zod'
import { authorize } from '../../base/authorize.ts'
import type { ServiceContext } from '../../base/context.ts'
import { parseInput } from '../../base/parse-input.ts'
import { toStoreError } from '../explain-store.ts'
import { objectRef, type TextPreview } from './schema.ts'
import { withBucket } from './with-bucket.ts'

const previewBytes = 64 * 1_024

/** The first 64 KiB as they lie in the store, whatever they are. Works for keys that ClickHouse cannot name. */
export async function previewObjectText(
  ctx: ServiceContext,
  given: z.input<typeof objectRef>,
): Promise<TextPreview> {
  await authorize(ctx, 'operator')
  const { id, bucket, key } = parseInput(objectRef, given)
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
      // A range of an empty object is an error of its own (416).
      if (head.kind === 'ok' && head.sizeBytes === 0n) return Buffer.alloc(0)
      const got = await store.get(bucket, key, { range: { from: 0, to: previewBytes - 1 } })
      if (got.kind !== 'ok') throw toStoreError(got, about)
      return buffer(got.body)
    }
  })
}

/** Text has line breaks and tabs; other control characters, and bytes that are no UTF-8, are rare in it. */
function looksBinary(text: string): boolean {
  const start = text.slice(0, 4_096)
  const odd = [...start].filter(
    (each) => each === '\ufffd' || (each < ' ' && !'\n\r\t\f\v\u001b'.includes(each)),
  )
  return odd.length * 20 > start.length
}
