export { type StoreFailure, StoreListingError } from './failure.ts'
export type { ListOptions, ListPage, PageOptions, PageOutcome, StoredObject } from './list-objects.ts'
export type { OpenUpload, UploadPageOptions, UploadPageOutcome } from './list-uploads.ts'
export {
  type BucketsOutcome,
  type ByteRange,
  createObjectStore,
  type DeleteOutcome,
  type GetOutcome,
  type HeadOutcome,
  type ObjectFacts,
  type ObjectStore,
  type PutOutcome,
  type RequestOptions,
  type TagsOutcome,
  type VersioningOutcome,
} from './object-store.ts'
export { mostTags, type ObjectTags } from './object-tags.ts'
export type { ClockOutcome } from './read-clock.ts'
export type { LinkOptions } from './sign-download-link.ts'
export type { ObjectStoreOptions } from './store-client.ts'
