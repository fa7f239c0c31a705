import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { S3Error } from '../protocol/s3-error.ts'
import { writeLog } from '../write-log.ts'
import { BlobFiles } from './blob-files.ts'
import { DiskReserve, isDiskFull } from './disk-reserve.ts'
import { lockFolder } from './folder-lock.ts'
import { Journal } from './journal.ts'
import { type Bucket, ObjectIndex, type Upload } from './object-index.ts'
import type { JournalRecord, ObjectRecord } from './records.ts'

/** A journal is rewritten when it has this many records and three in four are obsolete. */
const COMPACT_FROM_RECORDS = 5_000

/**
 * The store's state on one data folder: `blobs/`, the journal and the index built from it.
 *
 * A change is: blob written, then `commit` (checks and journal record in one synchronous turn, so no other request
 * comes between), then the response. What was acknowledged is therefore in the journal, and what is in the journal is
 * complete.
 */
export class ObjectStorage {
  readonly index = new ObjectIndex()
  readonly blobs: BlobFiles
  readonly #journal: Journal<JournalRecord>
  readonly #unlock: () => void
  readonly #reserve: DiskReserve
  #compactFromRecords = COMPACT_FROM_RECORDS

  constructor(dataDir: string) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    this.#unlock = lockFolder(dataDir)
    try {
      this.blobs = new BlobFiles(join(dataDir, 'blobs'))
      this.#journal = Journal.open<JournalRecord>(join(dataDir, 'journal.v1'), (record) =>
        this.index.apply(record),
      )
      for (const record of this.index.snapshot()) {
        if (record.type === 'putObject') this.blobs.retain(record.object.segments)
        else if (record.type === 'putPart') this.blobs.retain(record.part.segments)
      }
      this.blobs.removeOrphans()
      this.#reserve = new DiskReserve(join(dataDir, 'reserve'))
    } catch (error) {
      this.#unlock()
      throw error
    }
  }

  /** Makes a change durable and visible. The caller has checked in the same turn that it is still allowed. */
  commit(record: JournalRecord): void {
    const makesRoom = record.type === 'deleteObjects' || record.type === 'abortUpload'
    try {
      this.#journal.append(record)
    } catch (error) {
      // Deletes work even on a full disk.
      if (!isDiskFull(error) || !makesRoom || !this.#reserve.give()) throw error
      this.#journal.append(record)
    }
    const { added, removed } = this.index.apply(record)
    this.blobs.retain(added)
    this.blobs.release(removed)
    if (makesRoom) this.#reserve.refill()
    if (this.#journal.records >= this.#compactFromRecords) this.#compact()
  }

  #compact(): void {
    const live = this.index.countRecords()
    // The next check is after enough further records, even when the disk is too full to compact.
    this.#compactFromRecords = Math.max(4 * live + 1, 2 * this.#journal.records)
    if (this.#journal.records <= 4 * live) return
    try {
      this.#journal.compact(this.index.snapshot())
      this.#compactFromRecords = Math.max(COMPACT_FROM_RECORDS, 4 * live + 1)
    } catch (error) {
      writeLog('The journal could not be compacted; it goes on growing:', error)
    }
  }

  /** @throws NoSuchBucket */
  getBucket(name: string): Bucket {
    const bucket = this.index.buckets.get(name)
    if (!bucket) {
      throw new S3Error('NoSuchBucket', 'The specified bucket does not exist.', {
        fields: { BucketName: name },
      })
    }
    return bucket
  }

  /** @throws NoSuchBucket, NoSuchKey */
  getObject(bucketName: string, key: string): ObjectRecord {
    const object = this.getBucket(bucketName).objects.get(key)
    if (!object) throw new S3Error('NoSuchKey', 'The specified key does not exist.', { fields: { Key: key } })
    return object
  }

  /** @throws NoSuchBucket, and NoSuchUpload also for an upload of another bucket or key. */
  getUpload(bucketName: string, key: string, uploadId: string): Upload {
    this.getBucket(bucketName)
    const upload = this.index.uploads.get(uploadId)
    if (!upload || upload.record.bucket !== bucketName || upload.record.key !== key) {
      throw new S3Error(
        'NoSuchUpload',
        'The specified upload does not exist. It may have been aborted or completed.',
        { fields: { UploadId: uploadId } },
      )
    }
    return upload
  }

  /** Frees space on a full disk for a line of the log. */
  makeRoomForLog(): void {
    this.#reserve.give()
  }

  close(): void {
    this.#reserve.close()
    this.#journal.close()
    this.#unlock()
  }
}
