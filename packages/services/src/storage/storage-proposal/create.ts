import { notifyChange } from '@frostline/db'
import { sealDraft } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { openDraftSecrets } from './open-secrets.ts'
import { type CreateStorageProposalInput, createStorageProposalInput } from './schema.ts'

/**
 * Stores disks and policies as a proposal; nothing is sent to a node. One with errors is stored too, so that people can
 * discuss it. Secrets are sealed and never shown. A worker then checks it with an engine.
 * @param values of the secrets that the draft has as {"sealed": id}, by id.
 */
export async function createStorageProposal(
  ctx: ServiceContext,
  given: CreateStorageProposalInput,
  values: Readonly<Record<string, string>> = {},
): Promise<{ id: string }> {
  const about = {
    action: 'storage-proposal.create',
    objectType: 'storage-proposal',
    objectName: given.title,
  }
  await authorize(ctx, 'admin', about)
  const input = parseInput(createStorageProposalInput, given)
  return ctx.db.$transaction(async (tx) => {
    const cluster = await findCluster(tx, input.cluster)
    const based = input.basedOn ? await readSecrets(ctx, input.basedOn, cluster.id) : {}
    const { draft, secrets } = sealDraft(input.draft, { ...based, ...values }, (disk, setting) => {
      throw new ServiceError('invalid', `The secret ${setting} of disk ${disk} is not known.`, {
        hint: 'Enter it again, or set basedOn to the proposal that has it.',
      })
    })
    const stored = await tx.storageProposal.create({
      data: {
        clusterId: cluster.id,
        title: input.title,
        draft,
        createdById: ctx.actor.id,
        createdBy: ctx.actor.name,
        createdAt: ctx.now(),
      },
    })
    if (Object.keys(secrets).length > 0)
      await tx.storageProposal.update({
        where: { id: stored.id },
        data: { sealedSecrets: ctx.clusters.sealProposalSecrets(stored.id, JSON.stringify(secrets)) },
      })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: stored.id,
      objectName: input.title,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: {
        disks: draft.disks.map(({ name }) => name),
        policies: draft.policies.map(({ name }) => name),
      },
    })
    await notifyChange(tx, 'storage-proposal', stored.id)
    return { id: stored.id }
  })
}

/** Of the same cluster only: secrets must not reach another cluster. */
async function readSecrets(
  ctx: ServiceContext,
  id: string,
  clusterId: string,
): Promise<Record<string, string>> {
  const row = await ctx.db.storageProposal.findFirst({
    where: { id, clusterId },
    select: { id: true, sealedSecrets: true },
  })
  return row ? openDraftSecrets(ctx.clusters, row) : {}
}
