import { notifyChange, type Transaction } from '@frostline/db'
import {
  factsOfState,
  type Json,
  readAddress,
  type StateKind,
  secretRefsOf,
  seesEverything,
  stateKindNames,
  titleOf,
} from '@frostline/domain'
import type { z } from 'zod'
import { accessOf } from '../../platform/base/actor.ts'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { type ManagedList, takeOverInput } from './schema.ts'

interface ManagingFile {
  file: string
  commit: string | null
}

/** From now on it is changed in the file. */
export async function markManaged(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'actor' | 'now'>,
  by: ManagingFile,
  { address, kind, spec }: { address: string; kind: StateKind; spec: Json },
): Promise<void> {
  const row = { kind, ...by, secretRefs: secretRefsOf(spec), managedBy: ctx.actor.name, managedAt: ctx.now() }
  await tx.managedObject.upsert({ where: { address }, create: { address, ...row }, update: row })
}

export async function listManagedObjects(ctx: ServiceContext): Promise<ManagedList> {
  await authorize(ctx, 'viewer')
  // Addresses name objects of all clusters.
  if (!seesEverything(accessOf(ctx.actor))) return { objects: [] }
  const rows = await ctx.db.managedObject.findMany({ orderBy: { address: 'asc' } })
  return {
    objects: rows.flatMap(({ secretRefs: _, ...row }) => {
      const place = readAddress(row.address)
      return place ? { ...row, ...place, title: titleOf(place) } : []
    }),
  }
}

/**
 * From now on it is changed in the console. The next apply of a file that has it manages it again.
 * @throws ServiceError `not_found`
 */
export async function takeOverManagedObject(
  ctx: ServiceContext,
  given: z.input<typeof takeOverInput>,
): Promise<{ address: string }> {
  const { address } = await authorizeInput(ctx, 'operator', takeOverInput, given)
  const about = { action: 'desired-state.take-over', objectType: 'desired-state', objectName: address }
  const known = await ctx.db.managedObject.findUnique({ where: { address } })
  const kind = stateKindNames.find((each) => each === known?.kind)
  await authorize(ctx, kind ? factsOfState(kind).role : 'admin', about)
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.managedObject.deleteMany({ where: { address } })
    if (count === 0)
      throw new ServiceError('not_found', `${address} is not managed from a file.`, {
        hint: 'Refresh the page.',
      })
    await recordAudit(tx, ctx, {
      ...{ ...about, outcome: 'succeeded' },
      details: { file: known?.file ?? null, commit: known?.commit ?? null },
    })
    await notifyChange(tx, 'desired-state', address)
  })
  return { address }
}
