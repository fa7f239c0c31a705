import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { listStorageProposalsInput, type StorageProposalSummary } from './schema.ts'
import { toProposalSummary, withCluster } from './to-summary.ts'

const maxShown = 100

/** The latest hundred, newest first. */
export async function listStorageProposals(
  ctx: ServiceContext,
  given: z.input<typeof listStorageProposalsInput>,
): Promise<{ proposals: StorageProposalSummary[] }> {
  await authorize(ctx, 'viewer')
  const input = parseInput(listStorageProposalsInput, given)
  const cluster = await findCluster(ctx.db, input.cluster)
  const rows = await ctx.db.storageProposal.findMany({
    where: { clusterId: cluster.id },
    include: withCluster,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxShown,
  })
  return { proposals: rows.map(toProposalSummary) }
}
