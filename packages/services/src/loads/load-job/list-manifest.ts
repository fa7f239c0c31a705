import { compileKeyGlob, InvalidGlobError, type LoadSelection, prefixOfGlob } from '@frostline/domain'
import type { ObjectStore, StoredObject } from '@frostline/object-store'
import { ServiceError } from '../../platform/base/service-error.ts'
import { toStoreError } from '../source/explain-store.ts'

/** Above this a load is cut into several by its selection: the ledger has a row for each object. */
const maxObjects = 200_000
const headsAtOnce = 16

export interface ListedManifest {
  /** In the order of the store. */
  objects: StoredObject[]
  listed: number
  /** Picked keys that are not there. */
  missing: string[]
}

/**
 * What a selection means now. Objects of no bytes are left out: folders that some clients make are such.
 * @throws ServiceError `invalid` for a pattern that cannot be matched, or when it matches too many; what the store says.
 */
export async function listManifest(
  store: ObjectStore,
  bucket: string,
  selection: LoadSelection,
): Promise<ListedManifest> {
  return selection.kind === 'keys'
    ? inspectKeys(store, bucket, [...new Set(selection.keys)].sort())
    : listMatches(store, bucket, selection.glob)
}

async function listMatches(store: ObjectStore, bucket: string, glob: string): Promise<ListedManifest> {
  const objects: StoredObject[] = []
  let listed = 0
  for await (const page of listMatchingPages(store, bucket, glob)) {
    listed += page.listed
    objects.push(...page.objects)
    if (objects.length > maxObjects)
      throw new ServiceError('invalid', `${glob} matches more than ${maxObjects} objects.`, {
        hint: 'Narrow the pattern, and split it into several loads.',
      })
  }
  return { objects, listed, missing: [] }
}

/**
 * Page by page what a pattern matches now, without objects of no bytes. Half a list is no list: it throws.
 * @throws ServiceError `invalid` for a pattern that cannot be matched; what the store says.
 */
export async function* listMatchingPages(
  store: ObjectStore,
  bucket: string,
  glob: string,
): AsyncGenerator<{ objects: StoredObject[]; listed: number }> {
  const matches = compile(glob)
  const prefix = prefixOfGlob(glob)
  let token: string | undefined
  do {
    const page = await store.listPage(bucket, { prefix, token })
    if (page.kind !== 'ok') throw toStoreError(page, `${bucket}/${prefix} could not be listed`)
    yield {
      objects: page.objects.filter(({ key, sizeBytes }) => sizeBytes > 0n && matches(key)),
      listed: page.objects.length,
    }
    token = page.nextToken ?? undefined
  } while (token !== undefined)
}

function compile(glob: string): (key: string) => boolean {
  try {
    return compileKeyGlob(glob)
  } catch (error) {
    if (!(error instanceof InvalidGlobError)) throw error
    throw new ServiceError('invalid', error.message, { hint: 'Correct the pattern.' })
  }
}

async function inspectKeys(
  store: ObjectStore,
  bucket: string,
  keys: readonly string[],
): Promise<ListedManifest> {
  const objects: StoredObject[] = []
  const missing: string[] = []
  for (let from = 0; from < keys.length; from += headsAtOnce) {
    const some = keys.slice(from, from + headsAtOnce)
    const heads = await Promise.all(some.map((key) => store.head(bucket, key)))
    for (const [index, head] of heads.entries()) {
      const key = some[index] ?? ''
      if (head.kind === 'ok') {
        const { sizeBytes, etag, lastModified } = head
        if (sizeBytes > 0n) objects.push({ key, sizeBytes, etag, lastModified, storageClass: 'STANDARD' })
      } else if (head.kind === 'not-found') missing.push(key)
      else throw toStoreError(head, `${bucket}/${key} could not be read`)
    }
  }
  return { objects, listed: keys.length, missing }
}
