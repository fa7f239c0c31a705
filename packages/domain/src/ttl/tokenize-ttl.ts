import { TtlFaultFound } from './ttl-rule.ts'

export interface TtlToken {
  kind: 'word' | 'name' | 'string' | 'number' | 'open' | 'close' | 'comma' | 'symbol'
  text: string
  start: number
  end: number
  /** How many brackets are open around it; a bracket itself counts as outside. */
  depth: number
}

const quotes: Readonly<Record<string, { end: string; kind: 'name' | 'string' }>> = {
  "'": { end: "'", kind: 'string' },
  '`': { end: '`', kind: 'name' },
  '"': { end: '"', kind: 'name' },
  '‘': { end: '’', kind: 'string' },
  '“': { end: '”', kind: 'name' },
}
const closes: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' }

/**
 * The server's lexer as far as a TTL needs it: comments (`--`, `# `, `#!` and slash-star, which nests), strings with
 * backslashes and doubled quotes, quoted names, heredocs, typographic quotes, brackets.
 * @throws TtlFaultFound with the position of an unclosed token
 */
export function tokenizeTtl(text: string): TtlToken[] {
  const tokens: TtlToken[] = []
  const open: { text: string; start: number }[] = []
  let index = 0
  const push = (kind: TtlToken['kind'], end: number) => {
    tokens.push({ kind, text: text.slice(index, end), start: index, end, depth: open.length })
    index = end
  }
  while (index < text.length) {
    const skipped = skipBlank(text, index)
    if (skipped > index) {
      index = skipped
      continue
    }
    const char = text.charAt(index)
    const quote = quotes[char]
    const heredoc = match(/\$\w*\$/y, text, index)
    const word = match(/[A-Za-z_][\w$]*/y, text, index)
    const number = match(/\.?\d(?:[eE][+-](?=\d)|[\w.])*/y, text, index)
    if (quote) push(quote.kind, endOfQuoted(text, index, quote))
    else if (heredoc) push('string', endOfHeredoc(text, index, heredoc))
    else if (word) push('word', index + word.length)
    else if (number) push('number', index + number.length)
    else if (char in closes) {
      push('open', index + 1)
      open.push({ text: char, start: index - 1 })
    } else if (char === ')' || char === ']' || char === '}') {
      if (closes[open.pop()?.text ?? ''] !== char)
        throw new TtlFaultFound('unbalanced-bracket', index, `This ${char} has no opening counterpart.`)
      push('close', index + 1)
    } else push(char === ',' ? 'comma' : 'symbol', index + 1)
  }
  const unclosed = open.at(-1)
  if (unclosed)
    throw new TtlFaultFound('unbalanced-bracket', unclosed.start, `This ${unclosed.text} is never closed.`)
  return tokens
}

/** The value of a string literal or a quoted name as the server reads it. */
export function unquoteTtl(text: string): string {
  const heredoc = /^(\$\w*\$)([\s\S]*)\1$/.exec(text)
  if (heredoc) return heredoc[2] ?? ''
  const quote = text.at(-1) ?? ''
  return text
    .slice(1, -1)
    .replace(/\\x([0-9a-fA-F]{2})|\\([\s\S])|(['"`’”])\3/g, (whole, hex?: string, escaped?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
      if (escaped !== undefined) return escapes[escaped] ?? (escaped === quote ? quote : escaped)
      return whole.charAt(0) === quote ? quote : whole
    })
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
  '0': '\0',
  N: '',
}

function skipBlank(text: string, start: number): number {
  const blank = match(/\s+|--[^\n]*|#[ !][^\n]*/y, text, start)
  if (blank) return start + blank.length
  if (!text.startsWith('/*', start)) return start
  let depth = 0
  for (const found of text.slice(start).matchAll(/\/\*|\*\//g)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return start + found.index + 2
  }
  throw new TtlFaultFound('unterminated-comment', start, 'This comment has no closing */.')
}

function endOfQuoted(text: string, start: number, quote: { end: string; kind: 'name' | 'string' }): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text.charAt(index) === '\\') index += 1
    else if (text.charAt(index) === quote.end) {
      if (text.charAt(index + 1) !== quote.end) return index + 1
      index += 1
    }
  }
  throw quote.kind === 'name'
    ? new TtlFaultFound('unterminated-name', start, `This quoted name has no closing ${quote.end}.`)
    : new TtlFaultFound('unterminated-string', start, `This string has no closing ${quote.end}.`)
}

function endOfHeredoc(text: string, start: number, tag: string): number {
  const end = text.indexOf(tag, start + tag.length)
  if (end === -1)
    throw new TtlFaultFound('unterminated-heredoc', start, `This heredoc has no closing ${tag}.`)
  return end + tag.length
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
