/** Escapes one character of a text for a format. */
type Escape = (character: string) => string

const asItIs: Escape = (character) => character

/**
 * The text escaped, of at most `limit` UTF-16 units. Services count characters or units, and never more than units. It
 * is cut between characters, never within one or within its escape. A text that was cut ends with an ellipsis. A
 * surrogate without its other half becomes a replacement character.
 */
export function cutText(text: string, limit: number, escapeOne: Escape = asItIs): string {
  const pieces = Array.from(text, (character) =>
    escapeOne(/^\p{Surrogate}$/u.test(character) ? '\uFFFD' : character),
  )
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length <= limit) return pieces.join('')
  let kept = ''
  for (const piece of pieces) {
    if (kept.length + piece.length + 1 > limit) break
    kept += piece
  }
  return `${kept}…`
}

/** The same on one line, and never empty: some services refuse empty texts. */
export function cutLine(text: string, limit: number, escapeOne?: Escape): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return cutText(line === '' ? '–' : line, limit, escapeOne)
}
