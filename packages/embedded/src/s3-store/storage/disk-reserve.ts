import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'

const RESERVE_BYTES = 512 * 1024
/** What one use needs at most: a line of the journal or of the log, in whole blocks of the disk. */
const USE_BYTES = 16 * 1024

/** Whether the system refused a write because the disk, a quota or the largest size of a file is reached. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * Room on the disk that is kept for what has to be written when it is full: the deletes that free it, and the line that
 * says so. A file of zeros that is shortened for each use and filled up again once there is room.
 */
export class DiskReserve {
  readonly #fd: number | null

  constructor(path: string) {
    this.#fd = open(path)
    this.refill()
  }

  /** Frees room for one write. False when none is left. */
  give(): boolean {
    if (this.#fd === null) return false
    const { size } = fstatSync(this.#fd)
    if (size === 0) return false
    ftruncateSync(this.#fd, Math.max(size - USE_BYTES, 0))
    return true
  }

  refill(): void {
    if (this.#fd === null) return
    try {
      for (let { size } = fstatSync(this.#fd); size < RESERVE_BYTES; size += USE_BYTES)
        writeSync(this.#fd, Buffer.alloc(USE_BYTES), 0, USE_BYTES, size)
    } catch (error) {
      if (!isDiskFull(error)) throw error
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd)
  }
}

function open(path: string): number | null {
  try {
    return openSync(path, 'a+', 0o600)
  } catch (error) {
    // Not even room for an empty file: there is nothing to keep.
    if (isDiskFull(error)) return null
    throw error
  }
}
