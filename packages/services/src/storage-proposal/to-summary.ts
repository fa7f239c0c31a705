import type { StorageProposal } from '@frostline/db'
import { type StorageDraft, storageDraft } from '@frostline/domain'
import { type EngineCheck, engineCheck, type StorageProposalSummary } from './schema.ts'

export type ProposalWithCluster = StorageProposal & { cluster: { slug: string; name: string } }

export const withCluster = { cluster: { select: { slug: true, name: true } } } as const

export function readDraft(proposal: StorageProposal): StorageDraft {
  return storageDraft.parse(proposal.draft)
}

export function readCheck(proposal: StorageProposal): EngineCheck | null {
  return proposal.engineCheck === null ? null : engineCheck.parse(proposal.engineCheck)
}

export function toProposalSummary(proposal: ProposalWithCluster): StorageProposalSummary {
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
