const quoted = /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"/.source
const comment = /--[^\n]*|\/\*(?:(?!\*\/|\/\*).)*\*\//.source
/** Quoted texts and names, comments, brackets, and what is no plain ASCII, in the order of the text. */
const pieces = new RegExp(
  `${quoted}|${comment}|${/\/\*|\/\/|#|\$|[()[\]{};,'`"]|[^\x20-\x7e\t\n\r]/.source}`,
  'gsu',
)
/** Comments that our reading and the engine's agree on. One that we misread could hide a name that passes for a line of a tree. */
const plainComment =
  /^(?:--(?:\t|[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}`"])*\r?|\/\*(?:[\t\n\r]|[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}`"])*\*\/)$/u
const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * The first look at SQL of a person, before a node parses it: it says something, closes what it opens, holds no `;`, and outside
 * of quotes nothing but printable ASCII. The engine takes more for white space than JavaScript does (zero-width spaces), and
 * has quotation marks of its own (`‘’`). Names in quotation marks hold nothing that could pass for a line of a syntax tree.
 * @param list commas may stand outside of brackets
 * @param comments are taken: the statement puts a line end behind the text
 * @returns what is wrong; null when nothing is.
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

/** Whether a quoted name in SQL that the engine wrote could pass for more than a name in its syntax tree. */
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
