import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { listAlertNotesInput, listTableNotesInput, type NoteList } from './schema.ts'

const maxNotes = 200

/** The notes of an alert, newest first. */
export async function listAlertNotes(
  ctx: ServiceContext,
  given: z.input<typeof listAlertNotesInput>,
): Promise<NoteList> {
  const { id } = await authorizeInput(ctx, 'viewer', listAlertNotesInput, given)
  return readNotes(ctx, { alertId: id })
}

/** The notes of a table, newest first, also of one that was dropped. @throws ServiceError `not_found` for an unknown cluster */
export async function listTableNotes(
  ctx: ServiceContext,
  given: z.input<typeof listTableNotesInput>,
): Promise<NoteList> {
  const { cluster, database, table } = await authorizeInput(ctx, 'viewer', listTableNotesInput, given)
  const { id: clusterId } = await findCluster(ctx.db, cluster)
  return readNotes(ctx, { clusterId, database, table })
}

type Where = { alertId: string } | { clusterId: string; database: string; table: string }

async function readNotes(ctx: ServiceContext, where: Where): Promise<NoteList> {
  const notes = await ctx.db.note.findMany({ where, orderBy: { id: 'desc' }, take: maxNotes })
  return notes.map(({ id, text, byName, at }) => ({ id: `note-${id}`, text, by: byName, at }))
}
