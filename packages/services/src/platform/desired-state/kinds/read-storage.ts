import {
  type DiskDraft,
  describeStorage,
  type Json,
  type NodeStorageFacts,
  type PolicyDraft,
  type StorageDraft,
  type StorageState,
  storageDraft,
  storageSpec,
  toStorageFacts,
} from '@frostline/domain'
import { getStorage } from '../../../storage/get.ts'
import { openDraftSecrets } from '../../../storage/storage-proposal/open-secrets.ts'
import { openRollouts } from '../../../storage/storage-rollout/open-rollouts.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import { findCluster } from '../../cluster/find-cluster.ts'
import { printMissing } from '../../reading/read-cluster.ts'
import type { PresentObject, ReadScope } from '../state-adapter.ts'

/** Disks and policies of the clusters that are wanted, or of all. */
export async function readStorage(
  ctx: ServiceContext,
  { wanted, leftOut }: ReadScope,
): Promise<PresentObject[]> {
  if (wanted !== 'all') {
    const own = wanted.filter(({ kind }) => kind === 'storage')
    return Promise.all(
      own.map(async ({ cluster, spec }) => {
        const { present } = await readOne(ctx, cluster ?? '', storageSpec.parse(spec))
        return present
      }),
    )
  }
  const clusters = await ctx.db.cluster.findMany({ where: { nodes: { some: {} } }, select: { slug: true } })
  const found = await Promise.all(
    clusters.map(async ({ slug }) => {
      try {
        const { present, leftOut: names } = await readOne(ctx, slug, 'all')
        if (names.unknown.length > 0)
          leftOut.push(
            `Disks of ${slug} are left out, since Frostline did not write them and servers do not show their settings: ${names.unknown.join(', ')}.`,
          )
        if (names.uneven.length > 0)
          leftOut.push(
            `Disks and policies of ${slug} are left out, since nodes do not run them the same way: ${names.uneven.join(', ')}.`,
          )
        const { disks, policies } = present.spec as Record<string, Record<string, Json>>
        return Object.keys({ ...disks, ...policies }).length > 0 ? [present] : []
      } catch (error) {
        leftOut.push(
          `Disks and policies of ${slug} are left out. ${error instanceof Error ? error.message : String(error)}`,
        )
        return []
      }
    }),
  )
  return found.flat()
}

/** @throws ServiceError `unreachable` unless all nodes answer. */
async function readOne(
  ctx: ServiceContext,
  slug: string,
  wanted: StorageState | 'all',
): Promise<{ present: PresentObject; leftOut: { unknown: string[]; uneven: string[] } }> {
  const { id } = await findCluster(ctx.db, slug)
  const nodes = await readStorageFacts(ctx, slug)
  const applied = await readApplied(ctx, id)
  const unfinished = await readUnfinished(ctx, id, applied.rollouts)
  const { spec, leftOut } = describeStorage({ applied, unfinished, nodes, wanted })
  return {
    leftOut,
    present: {
      ...{ kind: 'storage' as const, cluster: slug, name: '', id, spec },
      secrets: Object.fromEntries(
        Object.entries((spec as { disks: Record<string, Json> }).disks).flatMap(([name, settings]) =>
          Object.entries(settings as Record<string, Json>).flatMap(([setting, value]) => {
            const open = applied.secrets.get(name)?.get(setting)
            return open && typeof value === 'object'
              ? [[`disks.${name}.${setting}.secret`, open] as const]
              : []
          }),
        ),
      ),
    },
  }
}

/** @throws ServiceError `unreachable` unless all nodes answer: disks may differ on those that do not. */
export async function readStorageFacts(ctx: ServiceContext, slug: string): Promise<NodeStorageFacts[]> {
  const { data, nodes } = await getStorage(ctx, { cluster: slug, fresh: true })
  if (data.coverage.complete) return toStorageFacts(data)
  throw new ServiceError(
    'unreachable',
    `${printMissing(nodes, data.coverage)} of ${slug} did not answer, so its disks and policies cannot be compared.`,
    { hint: 'Try again when all nodes answer, or take the storage of this cluster out of the file.' },
  )
}

/** What completed rollouts have written: of each name the latest. */
async function readApplied({ db, clusters }: ServiceContext, clusterId: string) {
  const rows = await db.storageRollout.findMany({
    where: { direction: 'apply', run: { clusterId, status: 'completed' } },
    include: { proposal: true },
    orderBy: [{ run: { finishedAt: 'asc' } }, { id: 'asc' }],
  })
  const disks = new Map<string, DiskDraft>()
  const policies = new Map<string, PolicyDraft>()
  const secrets = new Map<string, Map<string, () => string>>()
  const rollouts = rows.map(({ createdAt, proposal }) => ({
    ...{ createdAt, proposal },
    draft: storageDraft.parse(proposal.draft),
  }))
  for (const { draft, proposal } of rollouts) {
    for (const policy of draft.policies) policies.set(policy.name, policy)
    for (const disk of draft.disks) {
      disks.set(disk.name, disk)
      const sealed = Object.entries(disk.settings).flatMap(([setting, value]) =>
        typeof value === 'object' && 'sealed' in value
          ? [[setting, () => openDraftSecrets(clusters, proposal)[value.sealed] ?? ''] as const]
          : [],
      )
      secrets.set(disk.name, new Map(sealed))
    }
  }
  return { disks, policies, secrets, rollouts }
}

interface DraftAt {
  createdAt: Date
  draft: StorageDraft
}

/** Names of rollouts that have not ended well, without those that a later one has written again. */
async function readUnfinished(
  { db }: ServiceContext,
  clusterId: string,
  completed: readonly DraftAt[],
): Promise<StorageDraft> {
  const open = await openRollouts(db, { clusterId })
  const proposals = await db.storageProposal.findMany({
    where: { id: { in: open.map(({ proposal }) => proposal.id) } },
    select: { id: true, draft: true },
  })
  const left = open.map(({ createdAt, proposal }) => {
    const found = proposals.find(({ id }) => id === proposal.id)
    const draft = storageDraft.parse(found?.draft ?? { disks: [], policies: [] })
    const isLeft = (of: 'disks' | 'policies', name: string) =>
      !completed.some(
        (later) => later.createdAt > createdAt && later.draft[of].some((each) => each.name === name),
      )
    return {
      disks: draft.disks.filter(({ name }) => isLeft('disks', name)),
      policies: draft.policies.filter(({ name }) => isLeft('policies', name)),
    }
  })
  return { disks: left.flatMap(({ disks }) => disks), policies: left.flatMap(({ policies }) => policies) }
}
