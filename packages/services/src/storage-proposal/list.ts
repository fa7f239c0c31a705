import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { listStorageProposalsInput, type StorageProposalSummary } from './schema.ts'
import { toProposalSummary, withCluster } from './to-summary.ts'

const maxShown = 100

/** The latest hundred, newest first. */
export async function listStorageProposals(
  ctx: ServiceContext,
  given: z.input<typeof listStorageProposalsInput>,
): Promise<{ proposals: StorageProposalSummary[] }> {
  const input = await authorizeInput(ctx, 'viewer', listStorageProposalsInput, given)
  const cluster = await findCluster(ctx.db, input.cluster)
  const rows = await ctx.db.storageProposal.findMany({
    where: { clusterId: cluster.id },
    include: withCluster,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxShown,
  })
  return { proposals: rows.map(toProposalSummary) }
}
