import { sumBucketHoldings, sumBucketPlaces } from '@frostline/db'
import { explainObjects } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type RunRefInput, runRef } from '../run/run-schema.ts'
import { findBucketAudit } from './audit-run.ts'
import { countFindings } from './count-findings.ts'
import type { BucketAuditDetail } from './schema.ts'
import { toBucketAuditSummary } from './to-summary.ts'

/** One audit with its account, without parts and findings (see listBucketPlaces and listBucketFindings). */
export async function getBucketAudit(ctx: ServiceContext, given: RunRefInput): Promise<BucketAuditDetail> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const audit = await findBucketAudit(ctx.db, id)
  const ended = audit.run.status === 'completed'
  const [counts, nodes, tables, holdings] = await Promise.all([
    countFindings(ctx.db, [id]),
    ctx.db.bucketAuditNode.findMany({
      where: { auditId: id },
      omit: { auditId: true, token: true, ordinal: true, clusterId: true },
      orderBy: { ordinal: 'asc' },
    }),
    ended ? sumBucketPlaces(ctx.db, id) : [],
    ended ? sumBucketHoldings(ctx.db, id) : [],
  ])
  const findings = counts(id)
  return {
    ...toBucketAuditSummary(audit, findings),
    nodes,
    tables,
    account: ended
      ? explainObjects({
          listed: { objects: audit.objects, bytes: audit.objectBytes },
          holdings,
          orphans: { objects: BigInt(findings.orphans.count), bytes: findings.orphans.bytes },
          quarantined: { objects: audit.heldObjects ?? 0n, bytes: audit.heldBytes ?? 0n },
          young: { objects: audit.youngObjects ?? 0n, bytes: audit.youngBytes ?? 0n },
          concluded: audit.obstacle === null,
        })
      : null,
  }
}
