import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'

export const auditIntegrity = z.object({
  headSequence: z.int().describe('The number of the last entry of the chain; 0: it is empty.'),
  headHash: z.string(),
  waitingEntries: z.int().describe('Written and not in the chain yet. A worker adds them within seconds.'),
  oldestWaitingAt: z.date().nullable(),
  removedThrough: z.int().describe('Retention has removed the entries up to this number.'),
  retentionDays: z.int().nullable().describe('Null: entries are kept.'),
  oldestAt: z.date().nullable(),
  verifiedAt: z.date().nullable().describe('The last verification of the whole chain.'),
  fault: z.string().nullable().describe('What it found. Null: nothing.'),
})

export async function getAuditIntegrity(ctx: ServiceContext): Promise<z.infer<typeof auditIntegrity>> {
  await authorize(ctx, 'admin')
  const chain = await ctx.db.auditChain.findUniqueOrThrow({ where: { id: 1 } })
  const waiting = await ctx.db.auditEntry.aggregate({
    where: { sequence: null },
    _count: true,
    _min: { at: true },
  })
  const oldest = await ctx.db.auditEntry.findFirst({ orderBy: { at: 'asc' }, select: { at: true } })
  return {
    headSequence: Number(chain.headSequence),
    headHash: chain.headHash,
    waitingEntries: waiting._count,
    oldestWaitingAt: waiting._min.at,
    removedThrough: Number(chain.removedThrough),
    retentionDays: chain.retentionDays,
    oldestAt: oldest?.at ?? null,
    verifiedAt: chain.verifiedAt,
    fault: chain.verifiedFault,
  }
}
