/** The first key of a sequence (g) that awaits its second key. Null: none. */
export type Pending = { sinceMs: number } | null

/** The command of a key: open the page of that letter, or list the shortcuts. */
export type Command = { kind: 'go'; key: string } | { kind: 'help' } | null

/** Timeout of the second key. */
const secondKeyMs = 1_500

/**
 * One key of a sequence such as "g t". An unknown second key ends the sequence and does not start another one
 * unless it is g.
 */
export function readKey(
  pending: Pending,
  key: string,
  nowMs: number,
): { pending: Pending; command: Command } {
  const letter = key.toLowerCase()
  if (pending !== null && nowMs - pending.sinceMs <= secondKeyMs && /^[a-z]$/.test(letter))
    return { pending: null, command: { kind: 'go', key: letter } }
  if (letter === 'g') return { pending: { sinceMs: nowMs }, command: null }
  return { pending: null, command: key === '?' ? { kind: 'help' } : null }
}
