import { SecretOpenError, type Source } from '@frostline/db'
import type { z } from 'zod'
import { requireAllowedEndpoint } from '../../loads/source/check-address.ts'
import { sourceInput } from '../../loads/source/schema.ts'
import {
  describeSource,
  insertSource,
  replaceSource,
  sourceSecretPlace,
} from '../../loads/source/store-source.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { nothingExempt } from '../net/explain-address.ts'

export const demoSourceInput = sourceInput

/**
 * Saves the embedded store as a source, or updates its address and key: ports may differ at each start. It is found by
 * name; what a person has changed or removed since stays so.
 */
export async function ensureDemoSource(
  ctx: ServiceContext,
  given: z.input<typeof demoSourceInput>,
): Promise<'created' | 'updated' | 'unchanged'> {
  const wanted = parseInput(demoSourceInput, given)
  return ctx.db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE "source" IN SHARE ROW EXCLUSIVE MODE`
    const present = await tx.source.findUnique({ where: { name: wanted.name } })
    if (present ? present.updatedBy !== ctx.actor.name : await wasMade(ctx, wanted.name)) return 'unchanged'
    if (present && sameAs(ctx, present, wanted)) return 'unchanged'
    await requireAllowedEndpoint(tx, wanted, ctx.sourceAddresses ?? nothingExempt)
    const id = present?.id ?? (await insertSource(tx, ctx, wanted))
    if (present) await replaceSource(tx, ctx, present, wanted)
    await recordAudit(tx, ctx, {
      action: present ? 'source.update' : 'source.create',
      objectType: 'source',
      objectId: id,
      objectName: wanted.name,
      outcome: 'succeeded',
      details: describeSource(wanted),
    })
    return present ? 'updated' : 'created'
  })
}

/** Created once and missing: a person has removed it. */
async function wasMade(ctx: ServiceContext, name: string): Promise<boolean> {
  const made = {
    action: 'source.create',
    objectName: name,
    actorName: ctx.actor.name,
    outcome: 'succeeded',
  } as const
  return (await ctx.db.auditEntry.count({ where: made })) > 0
}

function sameAs(ctx: ServiceContext, present: Source, wanted: z.output<typeof demoSourceInput>): boolean {
  return (
    present.endpoint === wanted.endpoint &&
    present.accessKeyId === wanted.accessKeyId &&
    present.buckets.join() === wanted.buckets.join() &&
    secretOf(ctx, present) === wanted.secretAccessKey
  )
}

/** A secret sealed under a lost key does not matter: the right one is known and is sealed again. */
function secretOf(ctx: ServiceContext, { id, sealedSecret }: Source): string | null {
  try {
    return sealedSecret === null ? null : ctx.clusters.secrets.open(sourceSecretPlace(id), sealedSecret)
  } catch (error) {
    if (error instanceof SecretOpenError) return null
    throw error
  }
}
