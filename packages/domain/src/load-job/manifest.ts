/** One object that a load reads, as it was when the manifest was made. */
export interface LoadObject {
  /** `bucket/key`, as the server's `_path` says it. */
  path: string
  sizeBytes: bigint
  /** Without quotes. Another ETag at the time of reading means another object. */
  etag: string
  modifiedAt: Date
}
