/** When the TTL moves or deletes parts of a table next, and the parts that are late. */
export interface NextDue {
  /** The first time after now at which a part is due. Null: none is. */
  next: { kind: 'move' | 'delete'; atMs: number } | null
  /** Parts that are due and have not moved or expired. */
  lateParts: bigint
}

export const nothingDue: NextDue = { next: null, lateParts: 0n }

/** Of two nodes, or two groups of parts. */
export function mergeDue(one: NextDue, other: NextDue): NextDue {
  const lateParts = one.lateParts + other.lateParts
  if (one.next === null || other.next === null) return { next: one.next ?? other.next, lateParts }
  return { next: other.next.atMs < one.next.atMs ? other.next : one.next, lateParts }
}
