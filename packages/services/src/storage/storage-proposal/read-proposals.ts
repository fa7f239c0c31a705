import type { StorageProposal, Transaction } from '@frostline/db'
import {
  diffStorage,
  judgeRollout,
  lintDraft,
  renderStorageXml,
  type StorageDraft,
  storageDraft,
  toStorageFacts,
} from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { getStorage } from '../get.ts'
import {
  type EngineCheck,
  engineCheck,
  type GetStorageProposalInput,
  getStorageProposalInput,
  listStorageProposalsInput,
  type StorageProposalDetail,
  type StorageProposalSummary,
} from './schema.ts'

/** @throws ServiceError `not_found` */
export async function findProposal(tx: Transaction, id: string): Promise<ProposalWithCluster> {
  const proposal = await tx.storageProposal.findUnique({ where: { id }, include: withCluster })
  if (proposal) return proposal
  throw new ServiceError('not_found', `There is no storage proposal ${id}.`, {
    hint: 'It may have been removed. Choose one from the storage page of the cluster.',
  })
}

export type ProposalWithCluster = StorageProposal & { cluster: { slug: string; name: string } }

const withCluster = { cluster: { select: { slug: true, name: true } } } as const

function readDraft(proposal: StorageProposal): StorageDraft {
  return storageDraft.parse(proposal.draft)
}

export function readCheck(proposal: StorageProposal): EngineCheck | null {
  return proposal.engineCheck === null ? null : engineCheck.parse(proposal.engineCheck)
}

function toProposalSummary(proposal: ProposalWithCluster): StorageProposalSummary {
  const { reviewOutcome, reviewNote, reviewedBy, reviewedAt } = proposal
  const draft = readDraft(proposal)
  return {
    id: proposal.id,
    clusterId: proposal.clusterId,
    clusterSlug: proposal.cluster.slug,
    title: proposal.title,
    disks: draft.disks.map(({ name }) => name),
    policies: draft.policies.map(({ name }) => name),
    createdBy: proposal.createdBy,
    createdAt: proposal.createdAt,
    engine: engineStateOf(readCheck(proposal)),
    review:
      reviewOutcome && reviewedAt
        ? { outcome: reviewOutcome, note: reviewNote ?? '', by: reviewedBy ?? '', at: reviewedAt }
        : null,
  }
}

function engineStateOf(check: EngineCheck | null): StorageProposalSummary['engine'] {
  if (!check) return 'waiting'
  if (check.nodes.some(({ state }) => state === 'refused')) return 'refused'
  return check.nodes.length > 0 && check.nodes.every(({ state }) => state === 'accepted')
    ? 'accepted'
    : 'unchecked'
}

/** A proposal with the results of our rules and of the engine, and what it changes on each node now. */
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
