import { groupBy } from '../group-by.ts'
import type { Part } from '../placement/part.ts'
import { findVolume, findVolumeOfDisk } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import type { PlanCheck } from './check.ts'
import type { DraftStep } from './draft-steps.ts'
import type { StepSharing } from './planned-step.ts'
import type { ObservedReplica } from './snapshot.ts'
export type SharedDraft = DraftStep & { sharing: StepSharing | null }

/**
 * Of replicas that share objects on the target one uploads, the most complete one, and its step goes before those of the
 * others. The bytes of a step are those that it copies itself, so that whatever adds them up counts each object once.
 */
export function shareUploads(
  drafts: readonly DraftStep[],
  observed: readonly ObservedReplica[],
): SharedDraft[] {
  const ordered: SharedDraft[] = drafts.map((draft) => ({ ...draft, sharing: null }))
  const places = groupBy(
    ordered.flatMap((draft, place) => {
      const own = observed.find(({ node }) => node.name === draft.node.name)
      const replica =
        own ??
        observed.find((other) => other.node.shard === draft.node.shard && sharesVolume(other, draft.toVolume))
      return replica && sharesVolume(replica, draft.toVolume)
        ? [{ draft, place, replica, isAway: own === undefined }]
        : []
    }),
    ({ draft, replica }) =>
      JSON.stringify([draft.node.shard, replica.sharesBy, draft.partitionId, draft.toVolume]),
  )
  for (const group of places.values()) {
    const [{ draft: any, replica: one } = {}] = group
    if (!any || !one) continue
    const sharing = observed.filter(
      (other) =>
        other.node.shard === any.node.shard &&
        other.sharesBy === one.sharesBy &&
        sharesVolume(other, any.toVolume),
    )
    const sharers = new Set([
      ...sharing.map(({ node }) => node.name),
      ...group.map(({ draft }) => draft.node.name),
    ])
    if (sharers.size < 2) continue
    const steps = group.toSorted((a, b) => compareUploaders(a, b)).map(({ draft }) => draft)
    const known = new Set(sharing.flatMap((replica) => partsOnVolume(replica, any).map(keyOf)))
    const uploader = steps[0]?.node.name ?? ''
    const slots = group.map(({ place }) => place).sort((a, b) => a - b)
    for (const [index, draft] of steps.entries()) {
      const copied = draft.parts.filter((part) => !known.has(keyOf(part)))
      const bytes = sumBytes(copied)
      for (const part of copied) known.add(keyOf(part))
      ordered[slots[index] ?? 0] = {
        ...draft,
        totals: { ...draft.totals, bytes },
        sharing: { uploader, sharedBytes: sumBytes(draft.parts) - bytes, sharers: sharers.size },
      }
    }
  }
  return ordered
}

/** What a move to a shared disk means, one check for each shard and volume. */
export function checkSharing(steps: readonly SharedDraft[]): PlanCheck[] {
  const shared = steps.flatMap(({ sharing, ...step }) => (sharing ? [{ ...step, sharing }] : []))
  const groups = groupBy(shared, ({ node, toVolume }) => JSON.stringify([node.shard, toVolume]))
  return [...groups.values()].map((own): PlanCheck => {
    const [first] = own
    const uploads = [...groupBy(own, ({ node }) => node.name)].flatMap(([name, steps]) => {
      const bytes = steps.reduce((sum, { totals }) => sum + totals.bytes, 0n)
      return bytes > 0n ? [`${name} uploads ${sizeText(bytes)}`] : []
    })
    const referred = own.reduce((sum, { sharing }) => sum + sharing.sharedBytes, 0n)
    return {
      id: 'zero-copy',
      node: null,
      outcome: 'warning',
      text: `Replicas of shard ${first?.node.shard} share objects on '${first?.toVolume}' (zero-copy replication). ${uploads.length > 0 ? uploads.sort().join(', ') : 'Another replica has already uploaded them'}. The second replica is moved after the first and uploads nothing: ${sizeText(referred)} are shared.`,
      hint: 'If a node is killed during an upload, objects unknown to all replicas may stay in the bucket. The page of the tier migration then shows a warning, and lists the objects after a bucket audit.',
    }
  })
}

function sharesVolume({ sharesBy, policy, disks }: ObservedReplica, name: string): boolean {
  const own = sharesBy === undefined ? [] : (findVolume(policy, name)?.disks ?? [])
  return own.some((disk) => disks.some((each) => each.name === disk && each.freeBytes === null))
}

interface Candidate {
  draft: Pick<DraftStep, 'partitionId'>
  replica: ObservedReplica
  /** It could not be asked: taken to be as another one of its shard is. */
  isAway: boolean
}

/** One that is there goes first, then one that can write, then one with most rows: what it lacks another one would upload after it. */
function compareUploaders(a: Candidate, b: Candidate): number {
  const rowsA = rowsOf(a)
  const rowsB = rowsOf(b)
  return (
    Number(a.isAway) - Number(b.isAway) ||
    Number(a.replica.readOnly !== undefined) - Number(b.replica.readOnly !== undefined) ||
    (rowsA > rowsB ? -1 : rowsA < rowsB ? 1 : 0) ||
    a.replica.node.replica - b.replica.node.replica
  )
}

function rowsOf({ draft, replica }: Candidate): bigint {
  return replica.parts.reduce(
    (sum, { partitionId, rows }) => (partitionId === draft.partitionId ? sum + rows : sum),
    0n,
  )
}

function partsOnVolume(
  { parts, policy }: ObservedReplica,
  { partitionId, toVolume }: Pick<DraftStep, 'partitionId' | 'toVolume'>,
): Part[] {
  return parts.filter(
    (part) => part.partitionId === partitionId && findVolumeOfDisk(policy, part.disk)?.name === toVolume,
  )
}

/** Replicas name a part alike; one that was merged or mutated in between has another name or content. */
function keyOf({ name, hash }: Pick<Part, 'name' | 'hash'>): string {
  return `${name} ${hash}`
}

function sumBytes(parts: readonly { bytesOnDisk: bigint }[]): bigint {
  return parts.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n)
}
