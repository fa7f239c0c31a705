import { isChained } from '@frostline/db'
import { auditLine } from '@frostline/domain'
import { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { auditFilter, whereOfFilter, whereVisible } from './audit-filter.ts'
import { completeChain } from './chain-entries.ts'

export const exportAuditInput = auditFilter.extend({
  after: z.int().min(0).max(1e15).default(0).describe('The sequence number after which the page begins.'),
  limit: z.int().min(1).max(500).default(500),
})

/** `next` is the value of `after` for the next page; null on the last one. */
export const auditLinesPage = z.object({
  lines: z.array(z.string()).describe('JSON texts, as destinations get them.'),
  next: z.int().nullable(),
})

/** Entries as JSON lines in the order of the chain, oldest first. */
export async function exportAudit(
  ctx: ServiceContext,
  input: z.input<typeof exportAuditInput>,
): Promise<z.infer<typeof auditLinesPage>> {
  const { after, limit, ...filter } = await authorizeInput(ctx, 'viewer', exportAuditInput, input)
  if (after === 0) await completeChain(ctx.db)
  const found = await ctx.db.auditEntry.findMany({
    where: { AND: [whereVisible(ctx.actor), whereOfFilter(filter), { sequence: { gt: after } }] },
    orderBy: { sequence: 'asc' },
    take: limit + 1,
  })
  const page = found.slice(0, limit).filter(isChained)
  const last = page.at(-1)
  return {
    lines: page.map(auditLine),
    next: found.length > limit && last ? Number(last.sequence) : null,
  }
}
