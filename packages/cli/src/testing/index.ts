export { type ApiDocument, renderApiTypes } from './render-api-types.ts'
export { usedOperations } from './used-operations.ts'
