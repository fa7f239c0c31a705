/** Whether the rest of a key, below the prefix searched, is looked for. */
export type NameSearch = (rest: string) => boolean

/**
 * Text with `*`, `?` or `{a,b}` is a glob over the whole rest of the key, as ClickHouse reads them: `*` and `?` stay
 * inside of a folder, `**` does not. Any other text is a part of the name, in whatever case.
 * Matching takes time in proportion to text × key, whatever either holds: no regular expression that could run away.
 */
export function compileNameSearch(text: string, most = mostAlternatives): NameSearch {
  if (!/[*?{]/.test(text)) {
    const wanted = text.toLowerCase()
    return (rest) => rest.toLowerCase().includes(wanted)
  }
  const alternatives = expandBraces(text, most)
  const exact = new Set(alternatives.filter((each) => !/[*?]/.test(each)))
  const patterns = alternatives.filter((each) => !exact.has(each)).map(toTokens)
  return (rest) => exact.has(rest) || patterns.some((tokens) => matches(tokens, [...rest]))
}

type Token = { kind: 'one' | 'many' | 'deep' } | { kind: 'is'; character: string }

/** More alternatives than this and the braces are taken as they stand. */
const mostAlternatives = 64

function expandBraces(text: string, most: number): string[] {
  const done: string[] = []
  const open = [text]
  while (open.length > 0) {
    const next = open.pop() ?? ''
    const braces = /^([^{]*)\{([^{}]*,[^{}]*)\}([\s\S]*)$/.exec(next)
    if (!braces) {
      done.push(next)
      continue
    }
    const [, before = '', inside = '', after = ''] = braces
    open.push(...inside.split(',').map((each) => `${before}${each}${after}`))
    if (open.length + done.length > most) return [text]
  }
  return done
}

function toTokens(pattern: string): Token[] {
  const pieces = pattern.match(/\*\*+|[\s\S]/gu) ?? []
  return pieces.map((piece) => {
    if (piece.startsWith('**')) return { kind: 'deep' }
    if (piece === '*') return { kind: 'many' }
    return piece === '?' ? { kind: 'one' } : { kind: 'is', character: piece }
  })
}

/** All places in the pattern that the characters so far can have led to. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let places = withSkips(tokens, new Set([0]))
  for (const character of characters) {
    const next = new Set<number>()
    for (const place of places) {
      const token = tokens[place]
      if (!token) continue
      if (token.kind === 'is' ? token.character === character : token.kind === 'deep' || character !== '/')
        next.add(token.kind === 'many' || token.kind === 'deep' ? place : place + 1)
    }
    if (next.size === 0) return false
    places = withSkips(tokens, next)
  }
  return places.has(tokens.length)
}

/** `*` and `**` may stand for nothing. */
function withSkips(tokens: readonly Token[], places: Set<number>): Set<number> {
  for (const place of places) {
    const kind = tokens[place]?.kind
    if (kind === 'many' || kind === 'deep') places.add(place + 1)
  }
  return places
}
