import { z } from 'zod'
import type { ClusterDirectory } from '../../platform/cluster/cluster-directory.ts'

/** The secrets of a proposal by the ids in its draft. Throws SecretOpenError. */
export function openDraftSecrets(
  clusters: ClusterDirectory,
  proposal: { id: string; sealedSecrets: Uint8Array | null },
): Record<string, string> {
  if (!proposal.sealedSecrets) return {}
  const { id, sealedSecrets } = proposal
  const opened = clusters.openProposalSecrets({ id, sealedSecrets })
  return z.record(z.string(), z.string()).parse(JSON.parse(opened))
}
