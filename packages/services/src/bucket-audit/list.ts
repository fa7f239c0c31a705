import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { whereListed } from '../run/run-schema.ts'
import { withRun } from '../run/stored-run.ts'
import { countFindings } from './count-findings.ts'
import { type BucketAuditSummary, listBucketAuditsInput } from './schema.ts'
import { toBucketAuditSummary } from './to-summary.ts'

/** Newest first. */
export async function listBucketAudits(
  ctx: ServiceContext,
  given: z.input<typeof listBucketAuditsInput>,
): Promise<{ audits: BucketAuditSummary[]; next: string | null }> {
  await authorize(ctx, 'viewer')
  const { after, limit, ...filter } = parseInput(listBucketAuditsInput, given)
  const rows = await ctx.db.bucketAudit.findMany({
    where: { run: whereListed(filter) },
    include: withRun,
    orderBy: [{ run: { createdAt: 'desc' } }, { id: 'desc' }],
    take: limit + 1,
    ...(after ? { cursor: { id: after }, skip: 1 } : {}),
  })
  const page = rows.slice(0, limit)
  const counts = await countFindings(
    ctx.db,
    page.map(({ id }) => id),
  )
  return {
    audits: page.map((row) => toBucketAuditSummary(row, counts(row.id))),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
