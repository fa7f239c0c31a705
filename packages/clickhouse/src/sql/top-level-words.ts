export interface Word {
  text: string
  /** Start and end in the text. */
  start: number
  end: number
}

/**
 * Words and commas of a statement outside brackets and quotes, with their positions: enough to find the clauses of what
 * the server itself has formatted. Quoted names and strings are one word each, with their quotes.
 */
export function topLevelWords(sql: string): Word[] {
  const words: Word[] = []
  let depth = 0
  for (const match of sql.matchAll(
    /'(?:[^'\\]|\\.|'')*'|`(?:[^`\\]|\\.|``)*`|"(?:[^"\\]|\\.|"")*"|\w+|[()[\],]/gs,
  )) {
    const text = match[0]
    if (text === '(' || text === '[') depth += 1
    else if (text === ')' || text === ']') depth -= 1
    else if (depth === 0) words.push({ text, start: match.index, end: match.index + text.length })
  }
  return words
}
