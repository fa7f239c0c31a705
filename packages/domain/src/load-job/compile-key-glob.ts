import { compileNameSearch, type NameSearch } from '../source/name-search.ts'
import { InvalidGlobError } from '../text/compile-globs.ts'

/** More than this and a range is refused: a pattern is written by a person. */
const maxNumbers = 1_000

/**
 * Whether a whole key matches a pattern of the engine: `*`, `?`, `**`, `{a,b}` and `{1..9}`, where `{01..12}` keeps its
 * zeros. A pattern without any of them is one key.
 * @throws InvalidGlobError for a range that is too long, and for a pattern whose alternatives are
 */
export function compileKeyGlob(glob: string): NameSearch {
  const written = expandRanges(glob)
  if (!/[*?{]/.test(written)) return (key) => key === written
  return compileNameSearch(written, maxNumbers)
}

/** What every key that matches begins with: a listing need not look elsewhere. */
export function prefixOfGlob(glob: string): string {
  return /^[^*?{]*/.exec(glob)?.[0] ?? ''
}

function expandRanges(glob: string): string {
  return glob.replace(/\{(\d{1,9})\.\.(\d{1,9})\}/g, (whole, from: string, to: string) => {
    const [first, last] = [Number(from), Number(to)]
    if (last < first || last - first >= maxNumbers)
      throw new InvalidGlobError(
        `The range ${whole} must be ascending and have at most ${maxNumbers} numbers.`,
      )
    const width = from.startsWith('0') ? from.length : 0
    const numbers = Array.from({ length: last - first + 1 }, (_, index) =>
      String(first + index).padStart(width, '0'),
    )
    // A list of one is no list to the engine: `{7}` would be taken literally.
    return numbers.length === 1 ? (numbers[0] ?? '') : `{${numbers.join(',')}}`
  })
}
