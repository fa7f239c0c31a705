export { type StoreFailure, StoreListingError, whyToRetry } from './failure.ts'
export type { ListPage, StoredObject } from './list-objects.ts'

export {
  createObjectStore,
  type ObjectStore,
  type VersioningOutcome,
} from './object-store.ts'
export { maxTags, type ObjectTags } from './object-tags.ts'

export type { ObjectStoreOptions } from './store-client.ts'
