import type { AuditEntry, Prisma } from '@frostline/db'
import { z } from 'zod'
import { auditOutcomes } from '../../platform/base/audit-outcome.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { formatTimeCursor, parseTimeCursor, type TimeCursor } from '../../platform/base/time-cursor.ts'
import { auditFilter, whereOfFilter, whereVisible } from './audit-filter.ts'

export const listAuditInput = auditFilter.extend({
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
  /** Its place in the hash chain; null for about a second after it was written. */
  sequence: z.int().nullable(),
  hash: z.string().nullable(),
})

function toView(entry: AuditEntry): z.infer<typeof auditEntryView> {
  return auditEntryView.parse({
    ...entry,
    sequence: entry.sequence === null ? null : Number(entry.sequence),
  })
}

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
    where: { AND: [whereVisible(ctx.actor), whereOfFilter(filter), ...(cursor ? [after(cursor)] : [])] },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: filter.limit + 1,
  })
  const page = found.slice(0, filter.limit)
  const last = page.at(-1)
  return {
    entries: page.map((entry) => toView(entry)),
    nextCursor: found.length > page.length && last ? formatTimeCursor(last) : null,
  }
}

function after(cursor: TimeCursor): Prisma.AuditEntryWhereInput {
  return { OR: [{ at: { lt: cursor.at } }, { at: cursor.at, id: { lt: cursor.id } }] }
}
