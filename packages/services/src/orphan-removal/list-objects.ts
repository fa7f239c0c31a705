import type { Prisma } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { escapeLike } from '../base/escape-like.ts'
import { parseInput } from '../base/parse-input.ts'
import { findRemoval } from './removal-run.ts'
import { listRemovalObjectsInput, type RemovalObjectView } from './schema.ts'

/**
 * A page of the ledger with what became of each object, in its order.
 * @throws ServiceError `not_found`
 */
export async function listRemovalObjects(
  ctx: ServiceContext,
  given: z.input<typeof listRemovalObjectsInput>,
): Promise<{ total: number; objects: RemovalObjectView[]; next: number | null }> {
  await authorize(ctx, 'viewer')
  const { id: removalId, state, kind, search, after, limit } = parseInput(listRemovalObjectsInput, given)
  const where: Prisma.OrphanRemovalObjectWhereInput = {
    removalId,
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(search === '' ? {} : { key: { contains: escapeLike(search) } }),
  }
  const [, total, rows] = await Promise.all([
    findRemoval(ctx.db, removalId),
    ctx.db.orphanRemovalObject.count({ where }),
    ctx.db.orphanRemovalObject.findMany({
      where: { ...where, id: { gt: after } },
      omit: { removalId: true, copyEtag: true },
      orderBy: { id: 'asc' },
      take: limit + 1,
    }),
  ])
  const objects = rows.slice(0, limit).map(({ id, ...row }) => ({ ...row, id: Number(id) }))
  return { total, objects, next: rows.length > objects.length ? (objects.at(-1)?.id ?? null) : null }
}
