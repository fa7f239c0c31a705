export { findUnreportedPlacesOf } from './find-foreign-places.ts'
export {
  approveOrphanRemoval,
  pauseOrphanRemoval,
  restoreOrphanRemoval,
  resumeOrphanRemoval,
} from './order.ts'
export { previewOrphanRemoval } from './preview.ts'
export {
  getOrphanRemoval,
  listOrphanRemovals,
  listRemovalObjects,
  renderRemovalCsv,
} from './read-removals.ts'
export * from './schema.ts'
export { startOrphanRemoval } from './start.ts'
