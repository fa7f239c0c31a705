export { createSourceCollection, dropSourceCollection } from './change-collection.ts'
export { type CollectionReport, collectionInput, collectionReport } from './schema.ts'
