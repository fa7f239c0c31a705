/**
 * A glob token: `one` is any character but a slash, `many` any number of those, `deep` any number of any characters,
 * and `is` the character itself.
 */
export type GlobSign = { kind: 'one' | 'many' | 'deep' } | { kind: 'is'; character: string }

const bitsOfWord = 32

/** The pattern cannot be matched the way the engine matches it. */
export class InvalidGlobError extends Error {
  override readonly name = 'InvalidGlobError'
}

/** Maximum states of all patterns together, above which matching a key costs too much. */
export const maxGlobStates = 8_192

/**
 * Whether a text matches one of the patterns as a whole. All patterns run at once as an NFA in a bitset, one bit per
 * state: a character costs as many steps as the bitset has 32-bit words, whatever patterns and text are. A regular
 * expression would try every way to split the text among the stars.
 * @throws InvalidGlobError for patterns of more than `maxGlobStates` states
 */
export function compileGlobs(
  patterns: readonly (readonly GlobSign[])[],
): (text: Iterable<string>) => boolean {
  const places = patterns.reduce((sum, signs) => sum + countPlaces(signs), 0)
  if (places > maxGlobStates)
    throw new InvalidGlobError('The pattern expands to too many or too long names. Narrow it.')
  const words = Math.ceil(places / bitsOfWord)
  const row = () => new Uint32Array(words)
  const [starts, ends, stayInFolder, stayAnywhere, anyButSlash] = [row(), row(), row(), row(), row()]
  const steps = new Map<string, Uint32Array>()
  const literals = new Set(patterns.flat().flatMap((sign) => (sign.kind === 'is' ? [sign.character] : [])))
  for (const character of literals) steps.set(character, row())
  let place = 0
  for (const signs of patterns) {
    put(starts, place)
    for (const sign of signs) {
      if (sign.kind === 'many') put(stayInFolder, place)
      else if (sign.kind === 'deep') put(stayAnywhere, place)
      else {
        if (sign.kind === 'is') put(steps.get(sign.character) ?? row(), place)
        else put(anyButSlash, place)
        place += 1
      }
    }
    put(ends, place)
    place += 1
  }
  const nothing = row()
  return (text) => {
    let here = starts.slice()
    let next = row()
    for (const character of text) {
      const inFolder = character !== '/'
      const literal = steps.get(character) ?? nothing
      let carry = 0
      let alive = 0
      for (let word = 0; word < words; word++) {
        const at = here[word] ?? 0
        const on = at & ((literal[word] ?? 0) | (inFolder ? (anyButSlash[word] ?? 0) : 0))
        const stay = at & ((stayAnywhere[word] ?? 0) | (inFolder ? (stayInFolder[word] ?? 0) : 0))
        next[word] = (on << 1) | carry | stay
        alive |= next[word] ?? 0
        carry = on >>> (bitsOfWord - 1)
      }
      if (alive === 0) return false
      ;[here, next] = [next, here]
    }
    return here.some((at, word) => (at & (ends[word] ?? 0)) !== 0)
  }
}

/** A star is no state of its own: it is a loop on the current state. */
function countPlaces(signs: readonly GlobSign[]): number {
  return 1 + signs.filter(({ kind }) => kind === 'is' || kind === 'one').length
}

function put(row: Uint32Array, place: number): void {
  const word = Math.floor(place / bitsOfWord)
  row[word] = (row[word] ?? 0) | (1 << (place % bitsOfWord))
}

/** Matches names against a pattern in which `*` stands for any number of characters. Case-sensitive, like names. */
export function compilePattern(pattern: string): (name: string) => boolean {
  const signs = [...pattern].map(
    (character): GlobSign => (character === '*' ? { kind: 'deep' } : { kind: 'is', character }),
  )
  return compileGlobs([signs])
}
