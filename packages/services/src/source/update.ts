import type { Source } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { nothingExempt } from '../net/explain-address.ts'
import { refuseOpenRuns } from '../open-run/refuse-open-runs.ts'
import { requireAllowedEndpoint } from './check-address.ts'
import { refuseStaleCollections } from './collection/refuse-stale.ts'
import { type SourceView, type UpdateSourceInput, updateSourceInput, type WantedSource } from './schema.ts'
import { findSource, readSourceView } from './source-record.ts'
import { describeSource, explainTakenSource, replaceSource, requireWholeAuth } from './store-source.ts'

/**
 * Replaces a source. The stored secret goes only to the endpoint and with the access key that it was given for.
 * @throws ServiceError `invalid`, `not_found`, `conflict`
 */
export async function updateSource(ctx: ServiceContext, given: UpdateSourceInput): Promise<SourceView> {
  const about = { action: 'source.update', objectType: 'source', objectId: given.id, objectName: given.name }
  await authorize(ctx, 'admin', about)
  const { id, ...wanted } = parseInput(updateSourceInput, given)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const present = await findSource(tx, id)
      requireWholeAuth(wanted, mayKeepSecret(present, wanted))
      await requireAllowedEndpoint(tx, wanted, ctx.sourceAddresses ?? nothingExempt)
      await refuseStaleCollections(tx, present, wanted)
      if (leadsElsewhere(present, wanted)) await refuseOpenRuns(tx, { sourceId: id })
      await replaceSource(tx, ctx, present, wanted)
      await recordAudit(tx, ctx, { ...about, outcome: 'succeeded', details: describeSource(wanted) })
      return readSourceView(tx, id)
    })
  } catch (error) {
    throw explainTakenSource(error, wanted)
  }
}

/** Keys may be exchanged under a run; the objects that it knows must stay where they are. */
function leadsElsewhere(present: Source, wanted: WantedSource): boolean {
  return (
    present.endpoint !== wanted.endpoint ||
    present.region !== wanted.region ||
    present.pathStyle !== wanted.pathStyle ||
    present.buckets.some((bucket) => !wanted.buckets.includes(bucket))
  )
}

function mayKeepSecret(present: Source, wanted: WantedSource): boolean {
  if (present.sealedSecret === null || wanted.secretAccessKey !== '') return false
  if (present.endpoint === wanted.endpoint && present.accessKeyId === wanted.accessKeyId) return true
  throw new ServiceError('invalid', 'secretAccessKey: The endpoint or the access key ID has changed.', {
    hint: 'Enter the secret access key again. The stored one is not sent to another endpoint.',
  })
}
