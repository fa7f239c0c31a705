const quoted = /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"/.source
const comment = /--[^\n]*|\/\*(?:(?!\*\/|\/\*).)*\*\//.source
/** Quoted strings and identifiers, comments, brackets, and non-ASCII characters, in the order of the text. */
const pieces = new RegExp(
  `${quoted}|${comment}|${/\/\*|\/\/|#|\$|[()[\]{};,'`"]|[^\x20-\x7e\t\n\r]/.source}`,
  'gsu',
)
/**
 * Comments that we and the engine parse alike. A misread comment could hide a name that looks like a line of a tree.
 */
const plainComment =
  /^(?:--(?:\t|[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}`"])*\r?|\/\*(?:[\t\n\r]|[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}`"])*\*\/)$/u
const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * First check of user SQL, before a node parses it: it is not empty, closes what it opens, contains no `;`, and outside
 * of quotes only printable ASCII. The engine accepts more white space than JavaScript (zero-width spaces), and other
 * quotation marks (`‘’`). Quoted identifiers contain nothing that looks like a line of a syntax tree.
 * @param list commas are allowed outside of brackets
 * @param comments are allowed: the statement adds a line end after the text
 * @returns what is wrong, or null.
 */
export function findTextFault(
  text: string,
  { list = false, comments = false }: { list?: boolean | undefined; comments?: boolean } = {},
): string | null {
  if (/[\0\p{Surrogate}]/u.test(text)) return 'It contains a character that is not possible in a statement.'
  const open: string[] = []
  let said = text
  for (const { 0: piece } of text.matchAll(pieces)) {
    if (/^(?:--|\/\*)/.test(piece)) {
      if (!comments) return 'It contains a comment.'
      if (!plainComment.test(piece))
        return piece.length === 2
          ? 'A comment is not closed, or contains another comment.'
          : 'A comment contains a quotation mark or an invisible character. Remove it.'
      said = said.replace(piece, '')
      continue
    }
    if (/^[`"]./s.test(piece)) {
      if (canForge(piece)) return `The name ${piece} cannot be used in an expression. Rename the column.`
    } else if (piece === ';') return 'It contains a semicolon.'
    else if (piece === '//' || piece === '#') return 'It contains a comment. Write comments as -- or /* */.'
    else if (piece === '$') return 'It contains a $. Write strings in single quotes.'
    else if (piece === "'" || piece === '`' || piece === '"') return 'A quotation mark is not closed.'
    else if (/^[^\x20-\x7e]/.test(piece))
      return `It contains the character ${nameCharacter(piece)} outside of quotes. Use plain ASCII there.`
    const closer = closing.get(piece)
    if (closer !== undefined) open.push(closer)
    else if (/^[)\]}]$/.test(piece) && open.pop() !== piece) return `A ${piece} has no opening counterpart.`
    else if (piece === ',' && open.length === 0 && !list) return 'It contains a comma outside of brackets.'
  }
  if (open.length > 0) return `A ${open.at(-1)} is missing.`
  return said.trim() === '' ? 'It is empty.' : null
}

/** Whether a quoted name in the engine's SQL could look like more than a name in its syntax tree. */
export function hasForgedName(text: string): boolean {
  return [...text.matchAll(new RegExp(quoted, 'gs'))].some(
    ({ 0: piece }) => /^[`"]/.test(piece) && canForge(piece),
  )
}

function canForge(quoted: string): boolean {
  const inner = quoted.slice(1, -1)
  return (
    /[\p{Cc}\u2028\u2029]/u.test(inner) ||
    /\\[^\\`"]/s.test(inner.replaceAll('\\\\', '')) ||
    / \((?:alias|children) /.test(inner)
  )
}

function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
