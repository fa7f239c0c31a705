/** Quoted texts and names, comments, brackets, and words, in the order of the text. */
const pieces =
  /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"|--|\/\*|#!?|\$\w*\$|[()[\]{}]|[;,'`"]|\w+/gs
const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * Whether a text can stand where one expression (or type) is wanted without becoming another part of the statement: it
 * closes what it opens, holds no comment, no `;`, no subquery, and reads no file of the server: file() needs no grant, and
 * an embedded engine does not hold it to user_files (26.7). Whether it means something is for the engine to say.
 * @returns what is wrong; null when nothing is.
 */
export function findExpressionFault(text: string, { list = false }: { list?: boolean } = {}): string | null {
  const open: string[] = []
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if (/^[`"]./s.test(piece) && /^\s*\(/.test(text.slice(index + piece.length)))
      return 'The name of a function stands in quotation marks.'
    if (piece === ';') return 'It holds a semicolon.'
    if (piece === '--' || piece === '/*' || piece.startsWith('#')) return 'It holds a comment.'
    if (piece.startsWith('$')) return 'It holds a $: write texts in single quotes.'
    if (piece === "'" || piece === '`' || piece === '"') return 'A quotation mark is not closed.'
    const closer = closing.get(piece)
    if (closer !== undefined) open.push(closer)
    else if (/^[)\]}]$/.test(piece) && open.pop() !== piece) return `A ${piece} closes nothing.`
    else if (piece === ',' && open.length === 0 && !list) return 'It holds a comma outside of brackets.'
    else if (/^(select|from|into|settings|format|union|with)$/i.test(piece) && !isCall(text, piece))
      return `It holds the word ${piece}: subqueries and clauses are not taken.`
    else if (/^file$/i.test(piece) && isCall(text, piece)) return 'It reads a file of the server by file().'
  }
  return open.length > 0 ? `A ${open.at(-1)} is missing.` : null
}

/** `format('{}', x)` is a function; the others are none. */
function isCall(text: string, word: string): boolean {
  return /^(format|file)$/i.test(word) && new RegExp(String.raw`\b${word}\s*\(`).test(text)
}
