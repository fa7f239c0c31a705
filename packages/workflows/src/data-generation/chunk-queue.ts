import type { DataGenerationChunk } from '@frostline/db'

/** `refusedSinceMs`: since when, by performance.now(), every attempt was refused, or its files were not found. */
export type OpenChunk = DataGenerationChunk & { refusedSinceMs: number | null }

/** Chunks that wait for a node, shared by all lanes of a run. */
export class ChunkQueue {
  readonly #waiting: OpenChunk[]
  #underWay = 0

  constructor(chunks: readonly OpenChunk[]) {
    this.#waiting = [...chunks]
  }

  /** What was sent to a node stays with it: it alone knows what became of its statement. */
  take(nodeName: string): OpenChunk | null {
    const index = this.#waiting.findIndex(
      (chunk) => chunk.status === 'planned' || chunk.nodeName === nodeName,
    )
    const [chunk] = index < 0 ? [] : this.#waiting.splice(index, 1)
    if (!chunk) return null
    this.#underWay++
    return chunk
  }

  /** What was taken is through; or it waits again, as given. */
  end(back: OpenChunk | null): void {
    this.#underWay--
    if (back) this.#waiting.push(back)
  }

  /** Nothing waits, and nothing is under way that could come back. */
  get empty(): boolean {
    return this.#waiting.length === 0 && this.#underWay === 0
  }
}
