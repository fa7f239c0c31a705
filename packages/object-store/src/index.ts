export { type StoreFailure, StoreListingError } from './failure.ts'
export type { ListOptions, ListPage, StoredObject } from './list-objects.ts'
export {
  type ByteRange,
  createObjectStore,
  type DeleteOutcome,
  type GetOutcome,
  type HeadOutcome,
  type ObjectFacts,
  type ObjectStore,
  type PutOutcome,
  type RequestOptions,
} from './object-store.ts'
export type { ObjectStoreOptions } from './store-client.ts'
