/** Parts of one partition on one replica, by name. */
export interface ReplicaParts {
  active: ReadonlySet<string>
  detached: ReadonlySet<string>
  /** A detach of the removal still runs there. */
  isDetaching: boolean
}

/**
 * - detach: these are still active.
 * - attach: a part was merged before it was detached, so what is detached is brought back.
 * - thaw: other parts have the rows now. They are compared anew.
 * - wait: for the replica with this index.
 * - drop: all of them are detached on every replica, and nothing else is.
 */
export type RemovalPhase =
  | { kind: 'detach'; parts: string[] }
  | { kind: 'attach'; part: string }
  | { kind: 'wait'; replica: number }
  | { kind: 'thaw' | 'drop' }

/** What is next for the parts of a restored partition that were compared. Statements go to the first replica. */
export function nextRemovalPhase(
  compared: readonly string[],
  replicas: readonly [ReplicaParts, ...ReplicaParts[]],
): RemovalPhase {
  const [first] = replicas
  const isLost = compared.some((name) => !first.active.has(name) && !first.detached.has(name))
  if (isLost) {
    if (first.isDetaching) return { kind: 'wait', replica: 0 }
    const part = compared.find((name) => first.detached.has(name))
    return part === undefined ? { kind: 'thaw' } : { kind: 'attach', part }
  }
  const parts = compared.filter((name) => first.active.has(name))
  if (parts.length > 0) return { kind: 'detach', parts }
  const replica = replicas.findIndex(({ active, detached }) =>
    compared.some((name) => active.has(name) || !detached.has(name)),
  )
  return replica < 0 ? { kind: 'drop' } : { kind: 'wait', replica }
}
