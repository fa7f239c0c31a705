import { notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { refusePipelines } from '../load-pipeline/refuse-pipelines.ts'
import { refuseOpenRuns } from '../open-run/refuse-open-runs.ts'
import { refuseHeldCollections } from './collection/refuse-stale.ts'
import { sourceRef } from './schema.ts'
import { findSource } from './source-record.ts'

/** Forgets a source and its key. Nothing in the bucket changes. @throws ServiceError `not_found`, `conflict` */
export async function removeSource(ctx: ServiceContext, given: z.input<typeof sourceRef>): Promise<void> {
  const about = { action: 'source.remove', objectType: 'source', objectId: given.id, objectName: given.id }
  await authorize(ctx, 'admin', about)
  const { id } = parseInput(sourceRef, given)
  await ctx.db.$transaction(async (tx) => {
    const source = await findSource(tx, id)
    await refuseHeldCollections(tx, source)
    await refuseOpenRuns(tx, { sourceId: id })
    await refusePipelines(tx, id)
    await tx.source.delete({ where: { id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: source.name,
      outcome: 'succeeded',
      details: { endpoint: source.endpoint, buckets: source.buckets },
    })
    await notifyChange(tx, 'source', id)
  })
}
