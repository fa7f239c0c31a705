import { diffStorage, judgeRollout, lintDraft, renderStorageXml, toStorageFacts } from '@frostline/domain'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { getStorage } from '../storage/get.ts'
import { findProposal } from './find-proposal.ts'
import {
  type GetStorageProposalInput,
  getStorageProposalInput,
  type StorageProposalDetail,
} from './schema.ts'
import { readCheck, readDraft, toProposalSummary } from './to-summary.ts'

/** A proposal with what our rules and the engine say of it, and what it changes on each node as that runs now. */
export async function getStorageProposal(
  ctx: ServiceContext,
  given: GetStorageProposalInput,
): Promise<StorageProposalDetail> {
  const input = await authorizeInput(ctx, 'viewer', getStorageProposalInput, given)
  const proposal = await findProposal(ctx.db, input.id)
  const draft = readDraft(proposal)
  const { data, ...envelope } = await getStorage(ctx, { cluster: proposal.clusterId, fresh: input.fresh })
  const facts = toStorageFacts(data)
  return {
    ...envelope,
    data: {
      ...toProposalSummary(proposal),
      coverage: data.coverage,
      draft,
      findings: lintDraft(draft, facts),
      engineCheck: readCheck(proposal),
      engineCheckedAt: proposal.engineCheckedAt,
      byNode: data.byNode.map(({ name, shard, replica }) => {
        const seen = facts.find(({ node }) => node === name)
        const diffs = seen ? diffStorage(draft, seen) : null
        return {
          node: name,
          shard,
          replica,
          xml: renderStorageXml(draft, { place: { node: name, shard, replica } }),
          state: diffs ? judgeRollout(diffs) : 'unknown',
          diffs,
        }
      }),
    },
  }
}
