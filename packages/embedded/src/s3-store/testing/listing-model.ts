import type { Listing, ListingQuery } from '../storage/list-objects.ts'

export function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** The specification of a listing: all entries, sorted, those above `after`, the first of them. */
export function listByModel(keys: Iterable<string>, query: ListingQuery): Listing {
  const { prefix, delimiter, after, maxEntries } = query
  const entries = new Map<string, 'key' | 'prefix'>()
  for (const key of keys) {
    if (!key.startsWith(prefix)) continue
    const cut = delimiter === '' ? -1 : key.indexOf(delimiter, prefix.length)
    if (cut < 0) entries.set(key, 'key')
    else entries.set(key.slice(0, cut + delimiter.length), 'prefix')
  }
  const above = [...entries.keys()].filter((entry) => compareUtf8(entry, after) > 0).sort(compareUtf8)
  const page = above.slice(0, maxEntries)
  return {
    keys: page.filter((entry) => entries.get(entry) === 'key'),
    commonPrefixes: page.filter((entry) => entries.get(entry) === 'prefix'),
    nextAfter: maxEntries > 0 && above.length > page.length ? (page.at(-1) ?? null) : null,
  }
}
