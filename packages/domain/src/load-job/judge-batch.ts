import type { LoadObject } from './plan-batches.ts'

/** What a batch's statement counted of one object, over all nodes. */
export interface CountedObject {
  path: string
  /** Null: it is that of no object of the manifest. */
  etag: string | null
  rows: bigint
}

export type BatchVerdict =
  | { kind: 'complete'; rowsByPath: ReadonlyMap<string, bigint>; rows: bigint }
  /** An object is not the one of the manifest any more; what was read of it must not be kept. */
  | { kind: 'changed'; paths: string[] }
  /** Rows are missing or too many: an object that nobody listed, or a staging table that lost some. */
  | { kind: 'inconsistent'; reason: string }

/**
 * Holds what was read against the manifest. An object without a row was read and is empty: a statement that ended well
 * has read all its objects. `etagNow` is of a look after the load, null for one that is gone: an object that was replaced
 * while it was read may have been read in pieces of both.
 */
export function judgeBatch(
  objects: readonly LoadObject[],
  counted: readonly CountedObject[],
  stagedRows: bigint,
  etagNow: (path: string) => string | null,
): BatchVerdict {
  const wanted = new Map(objects.map((object) => [object.path, object]))
  const rowsByPath = new Map(objects.map((object) => [object.path, 0n]))
  const changed = new Set<string>()
  let rows = 0n
  for (const { path, etag, rows: count } of counted) {
    const object = wanted.get(path)
    if (!object)
      return { kind: 'inconsistent', reason: `Rows of ${path} were staged, which is not in this batch.` }
    if (object.etag !== etag) changed.add(path)
    rowsByPath.set(path, (rowsByPath.get(path) ?? 0n) + count)
    rows += count
  }
  for (const { path, etag } of objects) if (etagNow(path) !== etag) changed.add(path)
  if (changed.size > 0) return { kind: 'changed', paths: [...changed] }
  if (rows !== stagedRows)
    return { kind: 'inconsistent', reason: `${rows} rows were read and ${stagedRows} are staged.` }
  return { kind: 'complete', rowsByPath, rows }
}
