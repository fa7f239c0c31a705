import type { Prisma } from '@frostline/db'
import { z } from 'zod'
import { auditOutcomes } from '../../platform/base/audit-outcome.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { formatTimeCursor, parseTimeCursor, type TimeCursor } from '../../platform/base/time-cursor.ts'

export const listAuditInput = z.object({
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
  cursor: z.string().max(200).optional(),
  limit: z.int().min(1).max(500).default(50),
})

const statementSchema = z.object({ node: z.string(), sql: z.string(), queryId: z.string() })

const auditEntryView = z.object({
  id: z.string(),
  at: z.date(),
  actorType: z.enum(['user', 'token', 'system']),
  actorId: z.string().nullable(),
  actorName: z.string(),
  action: z.string(),
  objectType: z.string(),
  objectId: z.string().nullable(),
  objectName: z.string(),
  clusterId: z.string().nullable(),
  clusterName: z.string().nullable(),
  /** What was sent to ClickHouse. */
  statements: z.array(statementSchema),
  details: z.record(z.string(), z.json()),
  outcome: z.enum(auditOutcomes),
  error: z.string().nullable(),
})

/** `nextCursor` is null on the last page. */
export const auditPage = z.object({ entries: z.array(auditEntryView), nextCursor: z.string().nullable() })

/**
 * Newest first. Pages use time and id, so entries written meanwhile neither repeat nor hide one. Every signed-in user
 * may read the audit: it contains no secret.
 */
export async function listAudit(
  ctx: ServiceContext,
  input: z.input<typeof listAuditInput>,
): Promise<z.infer<typeof auditPage>> {
  const filter = await authorizeInput(ctx, 'viewer', listAuditInput, input)
  const cursor = filter.cursor === undefined ? undefined : parseTimeCursor(filter.cursor)
  const found = await ctx.db.auditEntry.findMany({
    where: { AND: [filterOf(filter), ...(cursor ? [after(cursor)] : [])] },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: filter.limit + 1,
  })
  const page = found.slice(0, filter.limit)
  const last = page.at(-1)
  return {
    entries: page.map((entry) => auditEntryView.parse(entry)),
    nextCursor: found.length > page.length && last ? formatTimeCursor(last) : null,
  }
}

function filterOf(filter: z.output<typeof listAuditInput>): Prisma.AuditEntryWhereInput {
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

function after(cursor: TimeCursor): Prisma.AuditEntryWhereInput {
  return { OR: [{ at: { lt: cursor.at } }, { at: cursor.at, id: { lt: cursor.id } }] }
}
