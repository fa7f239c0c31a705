import { S3Error } from '../protocol/s3-error.ts'
import type { ObjectStorage } from '../storage/object-storage.ts'
import { writeLog } from '../write-log.ts'

const EVERY_MS = 10_000
let reportedAt = Number.NEGATIVE_INFINITY
let refused = 0

/** The response to a write for which the disk has no space, and a log line now and then. */
export function reportFullDisk(storage: ObjectStorage, cause: unknown): S3Error {
  refused += 1
  const now = performance.now()
  if (now - reportedAt > EVERY_MS) {
    reportedAt = now
    storage.makeRoomForLog()
    const { message } = cause as Error
    writeLog(
      `The disk of the S3 store is full: ${refused} writes were refused with 507 (${message}). Free room on it.`,
    )
    refused = 0
  }
  return new S3Error('StorageFull', 'The disk of the store is full. Free room on it, or delete objects.')
}
