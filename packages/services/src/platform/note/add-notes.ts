import { notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { tableChangeId } from '../../identity/access/sees-change.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditObject, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { alertNoteInput, tableNoteInput } from './schema.ts'
import { storeNote } from './store-note.ts'

/** Adds a person's note to an alert in any state. Notes cannot be changed or deleted. @throws ServiceError `not_found` */
export async function addAlertNote(
  ctx: ServiceContext,
  given: z.input<typeof alertNoteInput>,
): Promise<{ id: string }> {
  const attempt: AuditObject = {
    action: 'alert.add-note',
    objectType: 'alert',
    objectName: String(given.id),
  }
  await authorize(ctx, 'operator', attempt)
  const { id, text } = parseInput(alertNoteInput, given)
  return ctx.db.$transaction(async (tx) => {
    const alert = await tx.alert.findUnique({
      where: { id },
      include: { cluster: { select: { name: true } } },
    })
    if (!alert)
      throw new ServiceError('not_found', `There is no alert ${id}.`, { hint: 'Choose one from the list.' })
    const note = await storeNote(tx, ctx, { subject: 'alert', alertId: id }, text)
    await recordAudit(tx, ctx, {
      ...{ ...attempt, objectId: id, objectName: alert.title },
      ...{ clusterId: alert.clusterId, clusterName: alert.cluster.name },
      ...{ outcome: 'succeeded', details: { text } },
    })
    await notifyChange(tx, 'alert', id)
    return note
  })
}

/**
 * Adds a person's note to a table. The nodes are not asked: a note may be about a table that was dropped or that no node can show.
 * @throws ServiceError `not_found` for an unknown cluster
 */
export async function addTableNote(
  ctx: ServiceContext,
  given: z.input<typeof tableNoteInput>,
): Promise<{ id: string }> {
  const attempt: AuditObject = {
    action: 'table.add-note',
    objectType: 'table',
    objectName: `${given.database}.${given.table}`,
  }
  await authorize(ctx, 'operator', attempt)
  const { cluster: slug, database, table, text } = parseInput(tableNoteInput, given)
  return ctx.db.$transaction(async (tx) => {
    const { id: clusterId, name } = await findCluster(tx, slug)
    const note = await storeNote(tx, ctx, { subject: 'table', clusterId, database, table }, text)
    await recordAudit(tx, ctx, {
      ...{ ...attempt, clusterId, clusterName: name },
      ...{ outcome: 'succeeded', details: { text } },
    })
    await notifyChange(tx, 'table-note', tableChangeId(clusterId, { database, table }))
    return note
  })
}
