import type { Prisma, Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'

type Subject =
  | { subject: 'run'; runId: string }
  | { subject: 'alert'; alertId: string }
  | { subject: 'table'; clusterId: string; database: string; table: string }

/** Stores a note of the actor. The caller audits it in the same transaction. */
export async function storeNote(
  tx: Transaction,
  ctx: ServiceContext,
  subject: Subject,
  text: string,
): Promise<{ id: string }> {
  const { type, id, name } = ctx.actor
  const data: Prisma.NoteUncheckedCreateInput = {
    ...{ ...subject, text, at: ctx.now() },
    ...{ byType: type, byId: id, byName: name },
  }
  const note = await tx.note.create({ data, select: { id: true } })
  return { id: `note-${note.id}` }
}
