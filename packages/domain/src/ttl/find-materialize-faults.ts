import { takesRows } from './part-loss.ts'
import { tokenizeTtl, unquoteTtl } from './tokenize-ttl.ts'
import type { TtlCheck } from './ttl-check.ts'
import type { TtlRule } from './ttl-rule.ts'

export interface MaterializeSubject {
  node: string
  rules: readonly TtlRule[]
  /** Column names of the table. */
  columnNames: readonly string[]
  /** Columns with a TTL of their own; `fallback`: their DEFAULT. */
  columns: readonly { name: string; expression: string; fallback: string | null }[]
  hasWideParts: boolean
  /** Unfinished mutations with their failure; empty: none. */
  pending: readonly { command: string; failure: string }[]
}

/**
 * Why MATERIALIZE TTL would never finish. The server accepts the statement anyway, or returns code 341 (UNFINISHED)
 * when it waits; from then on the mutation fails repeatedly, and every later mutation of the table waits behind it.
 */
export function findMaterializeFaults(subject: MaterializeSubject): TtlCheck[] {
  return [...findFailing(subject), ...findUnreadDefaults(subject)]
}

function findFailing({ node, pending }: MaterializeSubject): TtlCheck[] {
  const failing = pending.find(({ failure }) => failure !== '')
  if (!failing) return []
  return [
    {
      id: 'materialize-fails',
      node,
      outcome: 'warning',
      text: `A mutation of the table keeps failing, and MATERIALIZE TTL would wait behind it (code 341): ${failing.command}: ${failing.failure.slice(0, 300)}`,
      hint: 'Fix the cause, or end it with KILL MUTATION. Until then use the gentle way.',
    },
  ]
}

/**
 * Where no rule removes rows, the mutation of a wide part reads only the columns of the TTLs, and not those that a
 * column's DEFAULT reads (code 10 within 341, seen on 26.7).
 */
function findUnreadDefaults({
  node,
  rules,
  columnNames,
  columns,
  hasWideParts,
}: MaterializeSubject): TtlCheck[] {
  if (!hasWideParts || rules.length === 0 || takesRows(rules)) return []
  const names = new Set(columnNames)
  const namesIn = (text: string) =>
    tokenizeTtl(text).flatMap(({ kind, text: word }) => {
      const name = kind === 'name' ? unquoteTtl(word) : kind === 'word' ? word : ''
      return names.has(name) ? [name] : []
    })
  const read = new Set([
    ...columns.flatMap(({ name, expression }) => [name, ...namesIn(expression)]),
    ...rules.flatMap(({ expression }) => namesIn(expression)),
  ])
  return columns.flatMap(({ name, fallback }): TtlCheck[] => {
    const unread = fallback === null ? [] : namesIn(fallback).filter((each) => !read.has(each))
    if (unread.length === 0) return []
    return [
      {
        id: 'materialize-fails',
        node,
        outcome: 'warning',
        text: `MATERIALIZE TTL would fail on every wide part (code 341): the column ${name} has a TTL, and its DEFAULT reads ${[...new Set(unread)].join(', ')}, which the mutation does not read.`,
        hint: `Use the gentle way, or remove the TTL or the DEFAULT of ${name} first.`,
      },
    ]
  })
}
