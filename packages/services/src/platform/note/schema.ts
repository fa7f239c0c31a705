import { z } from 'zod'
import { runRef } from '../run/run-schema.ts'

const noteText = z.string().trim().min(1, 'Enter a note.').max(2_000, 'A note has at most 2,000 characters.')

const tableOfNote = z.object({
  cluster: z.string().min(1).max(200).describe('Id or slug of a cluster.'),
  database: z.string().min(1).max(255),
  table: z.string().min(1).max(255),
})
const alertOfNote = z.object({ id: z.uuid().describe('Id of the alert.') })

export const runNoteInput = runRef.extend({ text: noteText })
export const alertNoteInput = alertOfNote.extend({ text: noteText })
export const tableNoteInput = tableOfNote.extend({ text: noteText })
export const listAlertNotesInput = alertOfNote
export const listTableNotesInput = tableOfNote

export const noteRef = z.object({ id: z.string() })

export const noteList = z
  .array(
    z.object({
      id: z.string(),
      text: z.string(),
      by: z.string(),
      at: z.date(),
    }),
  )
  .describe('The newest first, at most 200.')
export type NoteList = z.infer<typeof noteList>
