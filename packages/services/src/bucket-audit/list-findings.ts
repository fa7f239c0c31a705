import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findBucketAudit } from './audit-run.ts'
import { type BucketFindingView, listBucketFindingsInput } from './schema.ts'

/**
 * What an audit has found of one kind, in the order of keys. Nothing while it is under way: it is not confirmed. Where
 * nothing is concluded about orphans, `candidates` lists what no replica that answered needs.
 */
export async function listBucketFindings(
  ctx: ServiceContext,
  given: z.input<typeof listBucketFindingsInput>,
): Promise<{ total: number; findings: BucketFindingView[]; next: number | null }> {
  await authorize(ctx, 'viewer')
  const { id: auditId, kind, candidates, after, limit } = parseInput(listBucketFindingsInput, given)
  const { run } = await findBucketAudit(ctx.db, auditId)
  if (run.status !== 'completed') return { total: 0, findings: [], next: null }
  const of = { auditId, kind, ...(kind === 'orphan' ? { confirmed: !candidates } : {}) }
  const [total, rows, nodes] = await Promise.all([
    ctx.db.bucketFinding.count({ where: of }),
    ctx.db.bucketFinding.findMany({
      where: { ...of, id: { gt: after } },
      omit: { auditId: true, etag: true },
      orderBy: { id: 'asc' },
      take: limit + 1,
    }),
    ctx.db.bucketAuditNode.findMany({ where: { auditId }, select: { ordinal: true, nodeName: true } }),
  ])
  const names = new Map(nodes.map(({ ordinal, nodeName }) => [ordinal, nodeName]))
  const page = rows.slice(0, limit)
  return {
    total,
    findings: page.map(({ node, id, ...row }) => ({
      ...row,
      id: Number(id),
      nodeName: node === null ? null : (names.get(node) ?? null),
    })),
    next: rows.length > page.length ? Number(page.at(-1)?.id ?? 0) : null,
  }
}
