import { auditHashText, type ChainedEntry } from './audit-record.ts'

/** The hash before the first entry. */
export const genesisHash = '0'.repeat(64)

/** A point of the chain that was noted somewhere: at its end, at a destination, or by a person. */
export interface NotedHead {
  sequence: bigint
  hash: string
  /** Where it was noted, for people. */
  by: string
}

/**
 * - missing: entries `sequence` to `through` are not there.
 * - changed: what the entry says does not fit its hash.
 * - unlinked: the entry does not follow the entry before it. One of them was replaced.
 * - extra: an entry that has the place of another.
 * - rewritten: the chain was another one when its hash at this entry was noted.
 * - removal-unknown: entries before this one are gone, and no entry of the chain says that retention removed them.
 */
export type ChainFault =
  | { kind: 'missing'; sequence: bigint; through: bigint }
  | { kind: 'changed' | 'unlinked' | 'extra' | 'removal-unknown'; sequence: bigint; id: string }
  | { kind: 'rewritten'; sequence: bigint; by: string }

/** The entry that records what retention has removed: all up to a sequence number, and the hash there. */
export const auditRemovalAction = 'audit.remove-old'

export interface ChainVerifier {
  /** The next entry by its sequence number. @returns the first fault; then nothing more is to be read. */
  next(entry: ChainedEntry): ChainFault | null
  /** After the last entry. */
  end(): ChainFault | null
  readonly verified: number
}

/**
 * Checks entries in order of their sequence numbers.
 * @param base what retention has removed: the last entry and its hash, or 0 and genesisHash.
 * @param digest SHA-256 as hexadecimal text.
 */
export function createChainVerifier(
  base: Omit<NotedHead, 'by'>,
  noted: readonly NotedHead[],
  digest: (text: string) => string,
): ChainVerifier {
  let at = base
  let first: ChainedEntry | undefined
  let removalKnown = base.sequence === 0n
  let verified = 0
  const open = noted
    .filter(({ sequence }) => sequence > base.sequence)
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1))
  return {
    get verified() {
      return verified
    },
    next(entry) {
      const { sequence, id } = entry
      const expected = at.sequence + 1n
      if (sequence > expected) return { kind: 'missing', sequence: expected, through: sequence - 1n }
      if (sequence < expected) return { kind: 'extra', sequence, id }
      if (entry.previousHash !== at.hash) return { kind: 'unlinked', sequence, id }
      if (digest(auditHashText(entry)) !== entry.hash) return { kind: 'changed', sequence, id }
      while (open[0]?.sequence === sequence) {
        const head = open.shift()
        if (head && head.hash !== entry.hash) return { kind: 'rewritten', sequence, by: head.by }
      }
      first ??= entry
      removalKnown ||= recordsRemoval(entry, base)
      at = entry
      verified += 1
      return null
    },
    end() {
      const longest = open.at(-1)
      if (longest) return { kind: 'missing', sequence: at.sequence + 1n, through: longest.sequence }
      if (!removalKnown) return { kind: 'removal-unknown', sequence: base.sequence + 1n, id: first?.id ?? '' }
      return null
    },
  }
}

function recordsRemoval(entry: ChainedEntry, base: Omit<NotedHead, 'by'>): boolean {
  if (entry.action !== auditRemovalAction) return false
  const { throughSequence, throughHash } = entry.details as Record<string, unknown>
  return throughSequence === Number(base.sequence) && throughHash === base.hash
}

/** For people: which entry, and what happened to it. */
export function describeChainFault(fault: ChainFault): string {
  const entry = `Entry ${fault.sequence}`
  switch (fault.kind) {
    case 'missing':
      return fault.through === fault.sequence
        ? `${entry} was removed.`
        : `Entries ${fault.sequence} to ${fault.through} were removed.`
    case 'changed':
      return `${entry} (${fault.id}) was changed after it was written.`
    case 'unlinked':
      return `${entry} (${fault.id}) does not follow the entry before it: one of the two was replaced.`
    case 'extra':
      return `${entry} (${fault.id}) was inserted: another entry has this number.`
    case 'rewritten':
      return `${entry} has another hash than the one noted by ${fault.by}: the chain was rewritten up to this entry.`
    case 'removal-unknown':
      return `Entries before ${fault.sequence} were removed, and no entry records that retention removed them.`
  }
}
