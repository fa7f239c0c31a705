import type { Checksum, ChecksumAlgorithm, ChecksumType } from '../protocol/checksums.ts'

/** A range of a blob file. An object is a list of them: joining parts and copying objects moves no byte. */
export type Segment = readonly [blobId: string, offset: number, length: number]

export type Tag = readonly [key: string, value: string]

/** What a client sent along with the bytes, stored when an upload starts or an object is put. */
export interface ObjectAttributes {
  /** content-type, cache-control, … exactly as they are returned, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** User metadata by lower-case name without `x-amz-meta-`; values are latin1 strings as on the wire. */
  readonly metadata: Readonly<Record<string, string>>
  readonly tags: readonly Tag[]
}

interface MultipartRecord {
  readonly uploadId: string
  readonly partSizes: readonly number[]
  /** By the object's algorithm, null for a part without one; objects of earlier versions have no list. */
  readonly partChecksums?: readonly (string | null)[]
}

export interface ObjectRecord extends ObjectAttributes {
  readonly key: string
  readonly sizeBytes: number
  /** Without quotes; hex MD5, or hex MD5 of the parts' MD5s and `-<parts>`. */
  readonly etag: string
  readonly modifiedMs: number
  readonly segments: readonly Segment[]
  readonly checksum: Checksum | null
  /** For a multipart object: its parts, and the upload it came from. */
  readonly multipart: MultipartRecord | null
  /** A readable copy of an archived object, from and until when. */
  readonly retrieval?: { readonly readyMs: number; readonly expiresMs: number }
}

export interface PartRecord {
  readonly number: number
  readonly sizeBytes: number
  readonly etag: string
  readonly modifiedMs: number
  readonly segments: readonly Segment[]
  readonly checksum: Checksum | null
}

export interface UploadRecord extends ObjectAttributes {
  readonly uploadId: string
  readonly bucket: string
  readonly key: string
  readonly startedMs: number
  readonly checksum: { readonly algorithm: ChecksumAlgorithm; readonly type: ChecksumType } | null
}

/** One line of the journal: a self-contained change. */
export type JournalRecord =
  | { readonly type: 'createBucket'; readonly bucket: string; readonly createdMs: number }
  | { readonly type: 'deleteBucket'; readonly bucket: string }
  | { readonly type: 'putObject'; readonly bucket: string; readonly object: ObjectRecord }
  | { readonly type: 'deleteObjects'; readonly bucket: string; readonly keys: readonly string[] }
  | { readonly type: 'startUpload'; readonly upload: UploadRecord }
  | { readonly type: 'putPart'; readonly uploadId: string; readonly part: PartRecord }
  | { readonly type: 'abortUpload'; readonly uploadId: string }
  | {
      readonly type: 'completeUpload'
      readonly uploadId: string
      readonly bucket: string
      readonly object: ObjectRecord
    }
