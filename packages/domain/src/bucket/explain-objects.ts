export interface ObjectSum {
  objects: bigint
  bytes: bigint
}

export interface AccountLine extends ObjectSum {
  reason: string
}

/** The reason of objects that are not judged. */
export const tooNewReason = 'Unknown to all replicas and too new: may be in the middle of a write or removal'

const reasons: Record<string, string> = {
  active: 'Active parts',
  inactive: 'Inactive parts, which the server removes automatically',
  unlisted: 'Parts not in system.parts: of detached tables, or removed during the audit',
  moving: 'Parts being moved',
  temporary: 'Parts being written',
  detached: 'Detached parts',
  frozen: 'Kept by FREEZE',
  other: 'Other files of tables',
}

/**
 * Why each listed object exists. The lines add up to the listing, except objects that appeared between the two reads,
 * which have their own line. Without a conclusion the rest stays unexplained.
 */
export function explainObjects(found: {
  listed: ObjectSum
  holdings: readonly (ObjectSum & { holding: string })[]
  orphans: ObjectSum
  young: ObjectSum
  /** By removals that have not ended. */
  quarantined: ObjectSum
  concluded: boolean
}): { lines: AccountLine[]; unexplainedObjects: bigint; unexplainedBytes: bigint } {
  const { listed, holdings, orphans, young, quarantined, concluded } = found
  const lines = Object.entries(reasons).flatMap(([holding, reason]) =>
    holdings.filter((each) => each.holding === holding).map((each) => toLine(reason, each)),
  )
  if (concluded) {
    lines.push(toLine(tooNewReason, young))
    lines.push(toLine('Orphans: unknown to all replicas', orphans))
    lines.push(toLine('In quarantine: orphans not deleted yet', quarantined))
  }
  const rest = {
    objects: listed.objects - lines.reduce((sum, line) => sum + line.objects, 0n),
    bytes: listed.bytes - lines.reduce((sum, line) => sum + line.bytes, 0n),
  }
  if (concluded && rest.objects > 0n) {
    lines.push(toLine('Changed during the audit: became known or was removed', rest))
    return { lines: lines.filter(isThere), unexplainedObjects: 0n, unexplainedBytes: 0n }
  }
  return { lines: lines.filter(isThere), unexplainedObjects: rest.objects, unexplainedBytes: rest.bytes }
}

const toLine = (reason: string, { objects, bytes }: ObjectSum): AccountLine => ({ reason, objects, bytes })
const isThere = ({ objects }: ObjectSum) => objects > 0n
