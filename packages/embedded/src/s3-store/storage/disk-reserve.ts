import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'

const RESERVE_BYTES = 512 * 1024
/** Upper bound of one use: a line of the journal or of the log, in whole disk blocks. */
const USE_BYTES = 16 * 1024

/** Whether the system rejected a write because the disk, a quota or the maximum file size is reached. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/**
 * Disk space reserved for what has to be written when the disk is full: the deletes that free it, and the log line
 * about it. A file of zeros that is shortened for each use and refilled once there is space.
 */
export class DiskReserve {
  readonly #fd: number | null

  constructor(path: string) {
    this.#fd = open(path)
    this.refill()
  }

  /** Frees space for one write. False when none is left. */
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
    // No space even for an empty file: there is nothing to reserve.
    if (isDiskFull(error)) return null
    throw error
  }
}
