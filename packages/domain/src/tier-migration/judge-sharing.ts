import type { PartWitness } from './proof.ts'

/** In which objects the parts of a partition lie on one replica, or why that is not known. */
export type ObjectsOnNode =
  | { node: string; objects: ReadonlyMap<string, { objects: bigint; bytes: bigint; paths: string }> }
  | { node: string; fault: string }

export interface SharingJudgement {
  /** Parts that were taken for shared and lie in objects of their own. */
  ownParts: string[]
  /** Objects that another replica refers to by the same remote paths, and those that this one has put there. */
  sharedObjects: number
  ownObjects: number
  uploadedBytes: bigint
  /** What could not be proved, or is wrong. */
  fault: string | null
}

/**
 * Whether the moved parts lie in the objects that another replica has put there: their remote paths are equal, file by file.
 * A part that was not expected to be shared was uploaded by this replica.
 */
export function judgeSharing(
  moved: readonly Pick<PartWitness, 'name' | 'shared'>[],
  own: ObjectsOnNode,
  peers: readonly ObjectsOnNode[],
): SharingJudgement | { fault: string; ownParts?: never } {
  if ('fault' in own) return { fault: `The objects of ${own.node} could not be read: ${own.fault}` }
  const judged: SharingJudgement = {
    ...{ ownParts: [], sharedObjects: 0, ownObjects: 0, uploadedBytes: 0n, fault: null },
  }
  const unproved: string[] = []
  const gone: string[] = []
  for (const { name, shared } of moved) {
    const here = own.objects.get(name)
    if (!here) {
      gone.push(name)
      continue
    }
    const there = peers.flatMap((peer) => ('objects' in peer ? (peer.objects.get(name) ?? []) : []))
    const isShared = shared === true && there.some(({ paths }) => paths === here.paths)
    if (isShared) {
      judged.sharedObjects += Number(here.objects)
      continue
    }
    if (shared && there.length === 0) {
      unproved.push(name)
      continue
    }
    if (shared) judged.ownParts.push(name)
    judged.ownObjects += Number(here.objects)
    judged.uploadedBytes += here.bytes
  }
  judged.fault = explain(own.node, { ownParts: judged.ownParts, unproved, gone }, peers)
  return judged
}

function explain(
  node: string,
  { ownParts, unproved, gone }: Record<'ownParts' | 'unproved' | 'gone', readonly string[]>,
  peers: readonly ObjectsOnNode[],
): string | null {
  const said: string[] = []
  if (ownParts.length > 0)
    said.push(
      `${node} has uploaded ${ownParts.length === 1 ? `part ${ownParts[0]}` : `${ownParts.length} parts`} again, because the other replicas have different objects. Open the tab Zero-copy of the table.`,
    )
  if (gone.length > 0)
    said.push(
      `${gone.length === 1 ? `Part ${gone[0]} was` : `${gone.length} parts were`} merged or dropped before ${gone.length === 1 ? 'its' : 'their'} objects could be compared.`,
    )
  if (unproved.length > 0) {
    const silent = peers.flatMap((peer) => ('fault' in peer ? [`${peer.node}: ${peer.fault}`] : []))
    said.push(
      `${unproved.length === 1 ? `Part ${unproved[0]} was` : `${unproved.length} parts were`} not compared: ${silent.length > 0 ? silent.join('; ') : 'no other replica has the part in the bucket any more.'}`,
    )
  }
  return said.length === 0 ? null : said.join(' ')
}
