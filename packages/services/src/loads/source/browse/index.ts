export {
  createDownloadLink,
  listSourceObjects,
  previewObjectText,
  searchSourceObjects,
} from './browse-objects.ts'
export { previewObjectRows } from './preview-rows.ts'
export * from './schema.ts'
