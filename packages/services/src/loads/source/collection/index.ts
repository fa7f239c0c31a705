export { createSourceCollection, dropSourceCollection } from './change-collection.ts'
export { collectionInput, collectionReport } from './schema.ts'
