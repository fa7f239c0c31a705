import type { ObjectStore } from '@frostline/object-store'

/** Objects that a listing may show beside each one that is looked for, before it costs more than asking one by one. */
const maxOtherKeys = 3
const objectsPerPage = 1_000
const headsAtOnce = 16

/** Not seen is not gone. */
export class StoreSilentError extends Error {
  override readonly name = 'StoreSilentError'
}

/**
 * ETags as they are now, null for what is gone. A batch mostly is a piece of a listing, so a listing of its range shows
 * all of it in a request for each thousand; what that does not show is asked for by name.
 * Throws StoreSilentError when the store cannot be asked.
 */
export async function readEtags(
  store: Pick<ObjectStore, 'head' | 'list'>,
  bucket: string,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  if (keys.length > 1)
    await list().catch((error: unknown) => {
      throw new StoreSilentError(error instanceof Error ? error.message : String(error))
    })
  const left = keys.filter((key) => !found.has(key))
  await Promise.all(Array.from({ length: headsAtOnce }, ask))
  return found

  async function list(): Promise<void> {
    const wanted = new Set(keys)
    const sorted = keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const [first = '', last = ''] = [sorted[0], sorted.at(-1)]
    let pages = 1 + Math.ceil((keys.length * (1 + maxOtherKeys)) / objectsPerPage)
    // What comes just before the first one, and nothing that the store would have to go through.
    const before = [...first].slice(0, -1).join('')
    const range = { prefix: commonPrefix(first, last), ...(before === '' ? {} : { startAfter: before }) }
    for await (const page of store.list(bucket, range)) {
      for (const { key, etag } of page.objects) if (wanted.has(key)) found.set(key, etag)
      const end = page.objects.at(-1)?.key
      if (found.size === wanted.size || end === undefined || --pages === 0) return
      if (Buffer.compare(Buffer.from(end), Buffer.from(last)) >= 0) return
    }
  }

  async function ask(): Promise<void> {
    for (let key = left.shift(); key !== undefined; key = left.shift())
      found.set(key, await readEtag(store, bucket, key))
  }
}

/** The same of one object. */
export async function readEtag(
  store: Pick<ObjectStore, 'head'>,
  bucket: string,
  key: string,
): Promise<string | null> {
  const head = await store.head(bucket, key)
  if (head.kind === 'ok') return head.etag
  if (head.kind === 'not-found') return null
  throw new StoreSilentError(
    `The metadata of ${bucket}/${key} could not be read from the store: ${head.message}`,
  )
}

function commonPrefix(a: string, b: string): string {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  // Half of a surrogate pair is no text.
  return a.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')
}
