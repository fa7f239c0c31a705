import { toSortKey } from './key-order.ts'
import type { JournalRecord, ObjectRecord, PartRecord, Segment, UploadRecord } from './records.ts'
import { SortedKeys } from './sorted-keys.ts'

export interface Bucket {
  readonly name: string
  readonly createdMs: number
  readonly objects: Map<string, ObjectRecord>
  readonly sortedKeys: SortedKeys
}

export interface Upload {
  readonly record: UploadRecord
  readonly parts: Map<number, PartRecord>
}

/** Segments that became referenced or unreferenced by a change. */
export interface SegmentChange {
  readonly added: readonly Segment[]
  readonly removed: readonly Segment[]
}

/** Everything the store knows except the bytes, in memory: the journal's records applied in order. */
export class ObjectIndex {
  readonly buckets = new Map<string, Bucket>()
  readonly uploads = new Map<string, Upload>()

  /** Applies one record. Records are valid when written, so replaying them never fails. */
  apply(record: JournalRecord): SegmentChange {
    switch (record.type) {
      case 'createBucket': {
        const { bucket: name, createdMs } = record
        this.buckets.set(name, { name, createdMs, objects: new Map(), sortedKeys: new SortedKeys() })
        return { added: [], removed: [] }
      }
      case 'deleteBucket': {
        const uploads = [...this.uploads.values()].filter(
          ({ record: upload }) => upload.bucket === record.bucket,
        )
        const removed = uploads.flatMap((upload) => this.#removeUpload(upload.record.uploadId))
        this.buckets.delete(record.bucket)
        return { added: [], removed }
      }
      case 'putObject':
        return { added: record.object.segments, removed: this.#putObject(record.bucket, record.object) }
      case 'deleteObjects':
        return {
          added: [],
          removed: record.keys.flatMap((key) => this.#deleteObject(record.bucket, key)),
        }
      case 'startUpload':
        this.uploads.set(record.upload.uploadId, { record: record.upload, parts: new Map() })
        return { added: [], removed: [] }
      case 'putPart': {
        const parts = this.uploads.get(record.uploadId)?.parts
        const removed = parts?.get(record.part.number)?.segments ?? []
        parts?.set(record.part.number, record.part)
        return { added: record.part.segments, removed }
      }
      case 'abortUpload':
        return { added: [], removed: this.#removeUpload(record.uploadId) }
      case 'completeUpload': {
        const removed = [
          ...this.#putObject(record.bucket, record.object),
          ...this.#removeUpload(record.uploadId),
        ]
        return { added: record.object.segments, removed }
      }
    }
  }

  /** The shortest journal with the current state as its result. */
  *snapshot(): Generator<JournalRecord> {
    for (const { name, createdMs, objects } of this.buckets.values()) {
      yield { type: 'createBucket', bucket: name, createdMs }
      for (const object of objects.values()) yield { type: 'putObject', bucket: name, object }
    }
    for (const { record, parts } of this.uploads.values()) {
      yield { type: 'startUpload', upload: record }
      for (const part of parts.values()) yield { type: 'putPart', uploadId: record.uploadId, part }
    }
  }

  /** Number of records a snapshot has. */
  countRecords(): number {
    let count = this.buckets.size + this.uploads.size
    for (const bucket of this.buckets.values()) count += bucket.objects.size
    for (const upload of this.uploads.values()) count += upload.parts.size
    return count
  }

  #putObject(bucketName: string, object: ObjectRecord): readonly Segment[] {
    const bucket = this.buckets.get(bucketName)
    const removed = bucket?.objects.get(object.key)?.segments ?? []
    bucket?.objects.set(object.key, object)
    bucket?.sortedKeys.add(toSortKey(object.key))
    return removed
  }

  #deleteObject(bucketName: string, key: string): readonly Segment[] {
    const bucket = this.buckets.get(bucketName)
    const removed = bucket?.objects.get(key)?.segments ?? []
    bucket?.objects.delete(key)
    bucket?.sortedKeys.delete(toSortKey(key))
    return removed
  }

  #removeUpload(uploadId: string): readonly Segment[] {
    const parts = this.uploads.get(uploadId)?.parts.values() ?? []
    this.uploads.delete(uploadId)
    return [...parts].flatMap((part) => part.segments)
  }
}
