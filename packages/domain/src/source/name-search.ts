import { compileGlobs, type GlobSign } from '../text/compile-globs.ts'

/** Whether the part of a key after the searched prefix matches. */
export type NameSearch = (rest: string) => boolean

/**
 * Text with `*`, `?` or `{a,b}` is a glob over the whole rest of the key, as in ClickHouse: `*` and `?` do not match a
 * slash, `**` does. Any other text matches a substring, in any case. Matching is linear in text × key for any input: no
 * regular expression that could backtrack.
 * @throws InvalidGlobError for a text whose alternatives are too long together
 */
export function compileNameSearch(text: string, most = maxAlternatives): NameSearch {
  if (!/[*?{]/.test(text)) {
    const wanted = text.toLowerCase()
    return (rest) => rest.toLowerCase().includes(wanted)
  }
  const alternatives = expandBraces(text, most)
  const exact = new Set(alternatives.filter((each) => !/[*?]/.test(each)))
  const patterns = compileGlobs(alternatives.filter((each) => !exact.has(each)).map(toSigns))
  return (rest) => exact.has(rest) || patterns(rest)
}

/** With more alternatives the braces are taken literally. */
const maxAlternatives = 64

function expandBraces(text: string, most: number): string[] {
  const done: string[] = []
  const open = [text]
  while (open.length > 0) {
    const next = open.pop() ?? ''
    const braces = findBraces(next)
    if (!braces) {
      done.push(next)
      continue
    }
    const { before, inside, after } = braces
    open.push(...inside.split(',').map((each) => `${before}${each}${after}`))
    if (open.length + done.length > most) return [text]
  }
  return done
}

/** The first braces with a list. A list of one is taken literally, as are nested braces. */
function findBraces(text: string): { before: string; inside: string; after: string } | undefined {
  const from = text.indexOf('{')
  const to = text.indexOf('}', from)
  if (from < 0 || to < 0) return undefined
  const inside = text.slice(from + 1, to)
  if (!inside.includes(',') || inside.includes('{')) return undefined
  return { before: text.slice(0, from), inside, after: text.slice(to + 1) }
}

function toSigns(pattern: string): GlobSign[] {
  const pieces = pattern.match(/\*\*+|[\s\S]/gu) ?? []
  return pieces.map((piece) => {
    if (piece.startsWith('**')) return { kind: 'deep' }
    if (piece === '*') return { kind: 'many' }
    return piece === '?' ? { kind: 'one' } : { kind: 'is', character: piece }
  })
}
