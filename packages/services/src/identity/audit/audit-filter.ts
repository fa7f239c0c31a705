import type { Prisma } from '@frostline/db'
import { z } from 'zod'
import { whereWholeCluster } from '../../identity/access/visible.ts'
import type { Actor } from '../../platform/base/actor.ts'
import { auditOutcomes } from '../../platform/base/audit-outcome.ts'

export const auditFilter = z.object({
  /** One entry. */
  id: z.string().max(200).optional(),
  actorId: z.string().max(200).optional(),
  /** Part of the actor's name, in any case. */
  actor: z.string().max(200).optional(),
  /** A whole action such as `cluster.register`, or a prefix: with a trailing dot, `cluster.`, or a star, `alert*`. */
  action: z.string().max(200).optional(),
  objectType: z.string().max(200).optional(),
  objectId: z.string().max(200).optional(),
  /** Part of the object's name, in any case. */
  object: z.string().max(200).optional(),
  clusterId: z.string().max(200).optional(),
  outcome: z.enum(auditOutcomes).optional(),
  /** Inclusive. */
  from: z.date().optional(),
  /** Exclusive. */
  to: z.date().optional(),
})

export function whereOfFilter(filter: z.output<typeof auditFilter>): Prisma.AuditEntryWhereInput {
  const { action, actor, object, from, to } = filter
  const where: Prisma.AuditEntryWhereInput = {}
  if (filter.id !== undefined) where.id = filter.id
  if (filter.actorId !== undefined) where.actorId = filter.actorId
  if (actor !== undefined) where.actorName = { contains: actor, mode: 'insensitive' }
  if (action !== undefined) where.action = matchAction(action)
  if (filter.objectType !== undefined) where.objectType = filter.objectType
  if (filter.objectId !== undefined) where.objectId = filter.objectId
  if (object !== undefined) where.objectName = { contains: object, mode: 'insensitive' }
  if (filter.clusterId !== undefined) where.clusterId = filter.clusterId
  if (filter.outcome !== undefined) where.outcome = filter.outcome
  if (from || to) where.at = { ...(from ? { gte: from } : {}), ...(to ? { lt: to } : {}) }
  return where
}

function matchAction(action: string): Prisma.StringFilter | string {
  if (action.endsWith('*')) return { startsWith: action.slice(0, -1) }
  return action.endsWith('.') ? { startsWith: action } : action
}

/**
 * What the actor may see: entries about clusters that it may see as a whole, and its own. Names and details of an
 * entry may tell about any table of its cluster.
 */
export function whereVisible(actor: Actor): Prisma.AuditEntryWhereInput {
  const clusters = whereWholeCluster(actor)
  if (clusters === undefined) return {}
  return { OR: [{ AND: [{ clusterId: { not: null } }, clusters] }, { actorId: actor.id }] }
}
