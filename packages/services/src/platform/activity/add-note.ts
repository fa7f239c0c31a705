import { notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditObject, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { runNoteInput } from '../note/schema.ts'
import { storeNote } from '../note/store-note.ts'
import { describeRuns } from './describe-runs.ts'

/**
 * Adds a person's note to a run in any state. Notes cannot be changed or deleted.
 * @throws ServiceError `not_found`
 */
export async function addRunNote(
  ctx: ServiceContext,
  given: z.input<typeof runNoteInput>,
): Promise<{ id: string }> {
  const attempt: AuditObject = { action: 'run.add-note', objectType: 'run', objectName: String(given.id) }
  await authorize(ctx, 'operator', attempt)
  const { id, text } = parseInput(runNoteInput, given)
  return ctx.db.$transaction(async (tx) => {
    const run = await tx.run.findUnique({ where: { id }, include: { cluster: { select: { name: true } } } })
    const own = run && (await describeRuns(tx, [run])).get(id)
    if (!run || !own)
      throw new ServiceError('not_found', `There is no run ${id}.`, { hint: 'Open it from Activity again.' })
    const note = await storeNote(tx, ctx, { subject: 'run', runId: id }, text)
    await recordAudit(tx, ctx, {
      ...{ action: attempt.action, objectType: own.objectType, objectId: own.objectId, objectName: own.name },
      ...{ clusterId: run.clusterId, clusterName: run.cluster.name },
      ...{ outcome: 'succeeded', details: { run: id, kind: run.kind, text } },
    })
    await notifyChange(tx, run.kind, id)
    return note
  })
}
