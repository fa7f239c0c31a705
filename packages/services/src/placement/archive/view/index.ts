export { alignArchiveView, explainAligned } from './align-view.ts'
export * from './schema.ts'
export { createArchiveView, dropArchiveView, getArchiveView } from './view.ts'
