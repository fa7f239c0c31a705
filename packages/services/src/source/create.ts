import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { nothingExempt } from '../net/explain-address.ts'
import { requireAllowedEndpoint } from './check-address.ts'
import { type SourceInput, type SourceView, sourceInput } from './schema.ts'
import { readSourceView } from './source-record.ts'
import { describeSource, explainTakenSource, insertSource, requireWholeAuth } from './store-source.ts'

/**
 * Stores a source with its key sealed. Nothing is sent to it: a store that is away today can be saved.
 * @throws ServiceError `invalid` for an endpoint that the rules refuse, `conflict` for a name that is taken.
 */
export async function createSource(ctx: ServiceContext, given: SourceInput): Promise<SourceView> {
  const about = { action: 'source.create', objectType: 'source', objectName: given.name }
  await authorize(ctx, 'admin', about)
  const wanted = parseInput(sourceInput, given)
  requireWholeAuth(wanted, false)
  try {
    return await ctx.db.$transaction(async (tx) => {
      await requireAllowedEndpoint(tx, wanted, ctx.sourceAddresses ?? nothingExempt)
      const id = await insertSource(tx, ctx, wanted)
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        outcome: 'succeeded',
        details: describeSource(wanted),
      })
      return readSourceView(tx, id)
    })
  } catch (error) {
    throw explainTakenSource(error, wanted)
  }
}
