import type { DataGenerationChunk } from '@frostline/db'

/** `refusedSinceMs`: since when, by performance.now(), every attempt was rejected, or its files were not found. */
export type OpenChunk = DataGenerationChunk & { refusedSinceMs: number | null }

/** Chunks that wait for a node, shared by all lanes of a run. */
export class ChunkQueue {
  readonly #waiting: OpenChunk[]
  #underWay = 0

  constructor(chunks: readonly OpenChunk[]) {
    this.#waiting = [...chunks]
  }

  /** A sent chunk stays with its node: only that node knows what happened to its statement. */
  take(nodeName: string): OpenChunk | null {
    const index = this.#waiting.findIndex(
      (chunk) => chunk.status === 'planned' || chunk.nodeName === nodeName,
    )
    const [chunk] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (!chunk) return null
    this.#underWay++
    return chunk
  }

  /** A taken chunk is done, or waits again as given. */
  end(back: OpenChunk | null): void {
    this.#underWay--
    if (back) this.#waiting.push(back)
  }

  /** Nothing waits, and nothing is running that could come back. */
  get empty(): boolean {
    return this.#waiting.length === 0 && this.#underWay === 0
  }
}
