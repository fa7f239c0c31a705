import { fromSortKey, nextAfterPrefix, toSortKey } from './key-order.ts'
import type { SortedKeys } from './sorted-keys.ts'

export interface ListingQuery {
  readonly prefix: string
  /** '' for none. */
  readonly delimiter: string
  /** Only entries (keys or common prefixes) above this one are listed; '' for all. */
  readonly after: string
  readonly maxEntries: number
}

export interface Listing {
  readonly keys: readonly string[]
  readonly commonPrefixes: readonly string[]
  /** The last entry when there are more after it: the `after` of the next page. */
  readonly nextAfter: string | null
}

/**
 * One page of a listing. Keys with the delimiter after the prefix are rolled up into common prefixes, each of which
 * counts as one entry and is skipped by a seek, so a page costs its entries and not the keys below them. A common
 * prefix that is not above `after` was on an earlier page.
 */
export function listObjects(sortedKeys: SortedKeys, query: ListingQuery): Listing {
  const prefix = toSortKey(query.prefix)
  const delimiter = toSortKey(query.delimiter)
  const after = toSortKey(query.after)
  const keys: string[] = []
  const commonPrefixes: string[] = []
  let last = ''
  let cursor = sortedKeys.seek(prefix > after ? prefix : after)
  for (;;) {
    const key = sortedKeys.read(cursor)
    if (key === undefined || !key.startsWith(prefix)) break
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    const entry = cut < 0 ? key : key.slice(0, cut + delimiter.length)
    if (entry > after || after === '') {
      if (query.maxEntries === 0) break
      if (keys.length + commonPrefixes.length === query.maxEntries) {
        return { keys, commonPrefixes, nextAfter: fromSortKey(last) }
      }
      last = entry
      ;(cut < 0 ? keys : commonPrefixes).push(fromSortKey(entry))
    }
    if (cut < 0) cursor.index += 1
    else {
      const next = nextAfterPrefix(entry)
      if (next === null) break
      cursor = sortedKeys.seek(next)
    }
  }
  return { keys, commonPrefixes, nextAfter: null }
}
