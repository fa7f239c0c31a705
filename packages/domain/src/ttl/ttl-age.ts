import { reservedWords } from './scan-expression.ts'
import { type TtlToken, tokenizeTtl, unquoteTtl } from './tokenize-ttl.ts'
import { TtlFaultFound } from './ttl-rule.ts'

export const ttlUnits = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const
export type TtlUnit = (typeof ttlUnits)[number]

/** The expression that a row of the editor can represent: rows are due `amount` units after the time in `column`. */
export interface TtlAge {
  column: string
  /** Conversion around the column; the server needs it for columns of other types. */
  wrap: 'toDate' | 'toDateTime' | null
  /** A non-negative integer. */
  amount: number
  unit: TtlUnit
}

/**
 * The age in an expression of the form `column + INTERVAL n unit` or `column + toIntervalUnit(n)`, where the column may
 * be wrapped in toDate or toDateTime; a bare column is due at its own time. Null for every other expression.
 */
export function readTtlAge(expression: string): TtlAge | null {
  const tokens = tokenize(expression)
  const column = tokens && readColumn(tokens)
  if (!column) return null
  const rest = tokens.slice(column.length)
  if (rest.length === 0) return { ...column.age, amount: 0, unit: 'DAY' }
  const interval = rest[0]?.text === '+' ? readInterval(rest.slice(1)) : null
  return interval && { ...column.age, ...interval }
}

/** The expression of an age in the server's own spelling. */
export function printTtlAge({ column, wrap, amount, unit }: TtlAge): string {
  const name = quoteColumn(column)
  const interval = `toInterval${unit.charAt(0)}${unit.slice(1).toLowerCase()}(${amount})`
  return `${wrap === null ? name : `${wrap}(${name})`} + ${interval}`
}

function tokenize(expression: string): TtlToken[] | null {
  try {
    return tokenizeTtl(expression)
  } catch (thrown) {
    if (thrown instanceof TtlFaultFound) return null
    throw thrown
  }
}

function readColumn(
  tokens: readonly TtlToken[],
): { length: number; age: Pick<TtlAge, 'column' | 'wrap'> } | null {
  const bare = columnName(tokens[0])
  const called = tokens[1]?.text === '('
  if (!called) return bare === null ? null : { length: 1, age: { column: bare, wrap: null } }
  const wrap = bare === 'toDate' || bare === 'toDateTime' ? bare : null
  const column = columnName(tokens[2])
  if (wrap === null || column === null || tokens[3]?.text !== ')') return null
  return { length: 4, age: { column, wrap } }
}

function columnName(token: TtlToken | undefined): string | null {
  if (token?.kind === 'name') return unquoteTtl(token.text)
  if (token?.kind !== 'word' || values.has(token.text.toUpperCase())) return null
  return token.text
}

/** Any other word may be a column here: the server prints even `interval` without quotes. */
const values = new Set(['NULL', 'TRUE', 'FALSE', 'INF', 'NAN'])

function readInterval(tokens: readonly TtlToken[]): Pick<TtlAge, 'amount' | 'unit'> | null {
  const [first, second, third, fourth] = tokens
  const word = first?.kind === 'word' ? first.text : ''
  if (word.toUpperCase() === 'INTERVAL') {
    if (second?.kind === 'string' && tokens.length === 2) {
      const written = /^\s*(\d+)\s+([a-z]+)\s*$/i.exec(unquoteTtl(second.text))
      return toInterval(written?.[1], written?.[2])
    }
    return second?.kind === 'number' && tokens.length === 3 ? toInterval(second.text, third?.text) : null
  }
  const unit = /^toInterval([A-Z][a-z]+)$/.exec(word)?.[1]
  const isCall =
    second?.text === '(' && third?.kind === 'number' && fourth?.text === ')' && tokens.length === 4
  return isCall ? toInterval(third.text, unit) : null
}

const abbreviations: Readonly<Record<string, TtlUnit>> = {
  SS: 'SECOND',
  S: 'SECOND',
  MI: 'MINUTE',
  N: 'MINUTE',
  HH: 'HOUR',
  H: 'HOUR',
  DD: 'DAY',
  D: 'DAY',
  WK: 'WEEK',
  WW: 'WEEK',
  MM: 'MONTH',
  M: 'MONTH',
  QQ: 'QUARTER',
  Q: 'QUARTER',
  YYYY: 'YEAR',
  YY: 'YEAR',
}

function toInterval(
  digits: string | undefined,
  name: string | undefined,
): Pick<TtlAge, 'amount' | 'unit'> | null {
  const written = name?.toUpperCase().replace(/^SQL_TSI_/, '') ?? ''
  const unit = ttlUnits.find((each) => each === written || `${each}S` === written) ?? abbreviations[written]
  if (unit === undefined || digits === undefined || !/^\d+$/.test(digits)) return null
  const amount = Number(digits)
  return Number.isSafeInteger(amount) ? { amount, unit } : null
}

function quoteColumn(column: string): string {
  if (/^[A-Za-z_]\w*$/.test(column) && !reservedWords.has(column.toUpperCase())) return column
  return `\`${column.replace(/[\\`]/g, '\\$&')}\``
}
