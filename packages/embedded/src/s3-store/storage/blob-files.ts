import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, unlinkSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { writeLog } from '../write-log.ts'
import type { Segment } from './records.ts'

/** Bodies up to this size are written by one synchronous call: five times faster than through the thread pool. */
const BUFFERED_BYTES = 256 * 1024

/**
 * The bytes of objects and parts: one file per body, named by a random UUID (never by the key), in 256 folders.
 *
 * A blob is written before the record that refers to it, so after a crash it may exist without one: `removeOrphans`
 * deletes those at start, which also means that no partly written blob is ever seen. While a process runs, a blob lives
 * as long as it is retained: once per segment in the index and once per reader, so a download outlives a delete.
 */
export class BlobFiles {
  readonly #folder: string
  readonly #references = new Map<string, number>()

  constructor(folder: string) {
    this.#folder = folder
    for (const shard of listShards()) mkdirSync(join(folder, shard), { recursive: true })
  }

  retain(segments: Iterable<Segment>): void {
    for (const [blobId] of segments) this.#references.set(blobId, (this.#references.get(blobId) ?? 0) + 1)
  }

  /** Releases references; a blob without any is deleted. */
  release(segments: Iterable<Segment>): void {
    for (const [blobId] of segments) {
      const left = (this.#references.get(blobId) ?? 0) - 1
      if (left > 0) this.#references.set(blobId, left)
      else {
        this.#references.delete(blobId)
        this.discard(blobId)
      }
    }
  }

  /** Deletes an unreferenced blob. A file that cannot be deleted now is an orphan at the next start. */
  discard(blobId: string): void {
    try {
      unlinkSync(this.pathOf(blobId))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') writeLog(`Cannot delete blob ${blobId}:`, error)
    }
  }

  /** Deletes every file that no retained segment refers to; returns how many. Only before anything is written. */
  removeOrphans(): number {
    let removed = 0
    for (const shard of listShards()) {
      for (const name of readdirSync(join(this.#folder, shard))) {
        if (this.#references.has(name)) continue
        unlinkSync(join(this.#folder, shard, name))
        removed += 1
      }
    }
    return removed
  }

  createWriter(): BlobWriter {
    const blobId = randomUUID()
    return new BlobWriter(blobId, this.pathOf(blobId), () => this.discard(blobId))
  }

  pathOf(blobId: string): string {
    return join(this.#folder, blobId.slice(0, 2), blobId)
  }
}

/** Writes one body, with at most 256 KiB of it in memory. */
export class BlobWriter {
  readonly #blobId: string
  readonly #path: string
  readonly #removeFile: () => void
  #buffered: Buffer[] = []
  #bufferedBytes = 0
  #sizeBytes = 0
  #file: FileHandle | null = null

  constructor(blobId: string, path: string, removeFile: () => void) {
    this.#blobId = blobId
    this.#path = path
    this.#removeFile = removeFile
  }

  async write(piece: Buffer): Promise<void> {
    this.#buffered.push(piece)
    this.#bufferedBytes += piece.length
    this.#sizeBytes += piece.length
    if (this.#bufferedBytes >= BUFFERED_BYTES) await this.#flush()
  }

  /** Completes the file; returns the segments of the body: one, or none when it is empty. */
  async finish(): Promise<Segment[]> {
    if (this.#sizeBytes === 0) return []
    if (this.#file) {
      await this.#flush()
      await this.#file.close()
      this.#file = null
    } else {
      writeFileSync(this.#path, Buffer.concat(this.#buffered), { flag: 'wx', mode: 0o600 })
    }
    return [[this.#blobId, 0, this.#sizeBytes]]
  }

  /** Drops what was written. Also after `finish`, as long as nothing refers to the blob. */
  async abort(): Promise<void> {
    // On a full disk this may fail like the write did; the file is removed in any case.
    await this.#file?.close().catch(() => {})
    this.#file = null
    if (this.#sizeBytes > 0) this.#removeFile()
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.#path, 'wx', 0o600)
    const pieces = this.#buffered
    this.#buffered = []
    this.#bufferedBytes = 0
    // writeFile on a handle writes everything, which a single write need not.
    await this.#file.writeFile(Buffer.concat(pieces))
  }
}

function listShards(): string[] {
  return Array.from({ length: 256 }, (_, shard) => shard.toString(16).padStart(2, '0'))
}
