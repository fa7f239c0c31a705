export { addAlertNote, addTableNote } from './add-notes.ts'
export { listAlertNotes, listTableNotes } from './list-notes.ts'
export {
  alertNoteInput,
  listAlertNotesInput,
  listTableNotesInput,
  noteList,
  noteRef,
  tableNoteInput,
} from './schema.ts'
