import type { ObjectRecord } from '../storage/records.ts'

/** An object of no bytes, for tests that need many. */
export const EMPTY_OBJECT: ObjectRecord = {
  key: 'empty',
  sizeBytes: 0,
  etag: 'd41d8cd98f00b204e9800998ecf8427e',
  modifiedMs: Date.UTC(2026, 0, 1),
  segments: [],
  checksum: null,
  multipart: null,
  headers: { 'content-type': 'binary/octet-stream' },
  metadata: {},
  tags: [],
}
