/** A g that waits for its second key. Null: none does. */
export type Pending = { sinceMs: number } | null

/** What a key asks for: the page of that letter, or the list of shortcuts. */
export type Command = { kind: 'go'; key: string } | { kind: 'help' } | null

/** After this long a g is forgotten. */
const patienceMs = 1_500

/**
 * One key of a sequence such as "g t". A key that completes nothing ends the sequence, and is not the first of another one
 * unless it is g.
 */
export function readKey(
  pending: Pending,
  key: string,
  nowMs: number,
): { pending: Pending; command: Command } {
  const letter = key.toLowerCase()
  if (pending !== null && nowMs - pending.sinceMs <= patienceMs && /^[a-z]$/.test(letter))
    return { pending: null, command: { kind: 'go', key: letter } }
  if (letter === 'g') return { pending: { sinceMs: nowMs }, command: null }
  return { pending: null, command: key === '?' ? { kind: 'help' } : null }
}
