/** Quoted texts and names, comments, brackets, and what is no plain ASCII, in the order of the text. */
const pieces =
  /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"|--|\/\*|\/\/|#|\$|[()[\]{};,'`"]|[^\x20-\x7e\t\n\r]/gs
const closing: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * The first look at SQL of a person, before a node parses it: it closes what it opens, holds no comment and no `;`, and outside
 * of quotes nothing but printable ASCII. The engine takes more for white space than JavaScript does (zero-width spaces), and
 * has quotation marks of its own (`‘’`). Names in quotation marks hold nothing that could pass for a line of a syntax tree.
 * @param list commas may stand outside of brackets
 * @returns what is wrong; null when nothing is.
 */
export function findTextFault(
  text: string,
  { list = false }: { list?: boolean | undefined } = {},
): string | null {
  if (/[\0\p{Surrogate}]/u.test(text)) return 'It holds a character that no statement can carry.'
  const open: string[] = []
  for (const { 0: piece } of text.matchAll(pieces)) {
    if (/^[`"]./s.test(piece)) {
      if (canForge(piece)) return `The name ${piece} cannot be used in an expression: rename the column.`
    } else if (piece === ';') return 'It holds a semicolon.'
    else if (['--', '/*', '//', '#'].includes(piece)) return 'It holds a comment.'
    else if (piece === '$') return 'It holds a $: write texts in single quotes.'
    else if (piece === "'" || piece === '`' || piece === '"') return 'A quotation mark is not closed.'
    else if (/^[^\x20-\x7e]/.test(piece))
      return `It holds the character ${nameCharacter(piece)} outside of quotes. Write plain ASCII there.`
    const closer = closing.get(piece)
    if (closer !== undefined) open.push(closer)
    else if (/^[)\]}]$/.test(piece) && open.pop() !== piece) return `A ${piece} closes nothing.`
    else if (piece === ',' && open.length === 0 && !list) return 'It holds a comma outside of brackets.'
  }
  return open.length > 0 ? `A ${open.at(-1)} is missing.` : null
}

/** Whether a quoted name in SQL that the engine wrote could pass for more than a name in its syntax tree. */
export function hasForgedName(text: string): boolean {
  return [...text.matchAll(pieces)].some(({ 0: piece }) => /^[`"]./s.test(piece) && canForge(piece))
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
