export { findUntoldPlacesOf } from './find-foreign-places.ts'
export { getOrphanRemoval } from './get.ts'
export { listOrphanRemovals } from './list.ts'
export { listRemovalObjects } from './list-objects.ts'
export {
  approveOrphanRemoval,
  pauseOrphanRemoval,
  restoreOrphanRemoval,
  resumeOrphanRemoval,
} from './order.ts'
export { previewOrphanRemoval } from './preview.ts'
export { renderRemovalCsv } from './render-csv.ts'
export * from './schema.ts'
export { startOrphanRemoval } from './start.ts'
