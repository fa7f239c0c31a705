import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTtl } from './parse-ttl.ts'
import { printTtl, printTtlInBrackets } from './print-ttl.ts'
import { arbitraryTtlRules } from './testing/arbitrary-ttl.ts'
import type { TtlFaultCode } from './ttl-rule.ts'

test('any rules round-trip', () => {
  fc.assert(
    fc.property(arbitraryTtlRules, (rules) => {
      expect(parseTtl(printTtl(rules))).toEqual({ kind: 'parsed', rules })
    }),
    { numRuns: 1000 },
  )
})

test('in brackets each expression is complete, even with a trailing comment', () => {
  const commented = { expression: 'd -- x', action: { kind: 'delete', where: 'a OR b -- y' } } as const
  expect(printTtlInBrackets([commented])).toBe('(d -- x\n) WHERE (a OR b -- y\n)')
  const written = "d GROUP BY k, f(a, b) SET x = max(x) + 1, `y,=` = if(y = 1, 2, 3), d TO VOLUME 'a,b'"
  const parsed = parseTtl(written)
  expect(parsed.kind === 'parsed' && printTtlInBrackets(parsed.rules)).toBe(
    "(d\n) GROUP BY (k\n), (f(a, b)\n) SET x = (max(x) + 1\n), `y,=` = (if(y = 1, 2, 3)\n), (d\n) TO VOLUME 'a,b'",
  )
})

test('parsed text prints the same from then on, or is rejected at a position in the text', () => {
  const piece = fc.constantFrom(
    ...[
      'd',
      'to',
      'delete',
      'group',
      'set',
      ' TO VOLUME ',
      "'x'",
      ' DELETE',
      ' WHERE ',
      ' GROUP BY ',
      ' SET ',
      '=',
    ],
    ...[
      ' + INTERVAL 1 DAY',
      ', ',
      '(',
      ')',
      ' RECOMPRESS CODEC(LZ4)',
      ' AND ',
      '`',
      '"',
      '--',
      '/*',
      '$$',
      ' IF EXISTS ',
    ],
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
      (text) => {
        const once = parseTtl(text)
        if (once.kind === 'refused') {
          expect(once.fault.position).toBeGreaterThanOrEqual(0)
          expect(once.fault.position).toBeLessThanOrEqual(text.length)
          return
        }
        const printed = printTtl(once.rules)
        const again = parseTtl(printed)
        if (again.kind === 'refused') throw new Error(`${text} → ${printed}: ${again.fault.message}`)
        expect(printTtl(again.rules)).toBe(printed)
      },
    ),
    { numRuns: 2000 },
  )
})

const move = (name: string) => ({ kind: 'move', to: 'volume', name, ifExists: false })

test.each([
  ["to TO VOLUME 'x'", [{ expression: 'to', action: move('x') }]],
  ["interval to volume $q$it's$q$", [{ expression: 'interval', action: move("it's") }]],
  [
    'delete + INTERVAL 1 DAY DELETE',
    [{ expression: 'delete + INTERVAL 1 DAY', action: { kind: 'delete', where: null } }],
  ],
  ['where WHERE set = 1', [{ expression: 'where', action: { kind: 'delete', where: 'set = 1' } }]],
  [
    "if(a, d, e) /* , TO DISK */ TO DISK IF EXISTS 'a''b', d -- the end",
    [
      { expression: 'if(a, d, e)', action: { kind: 'move', to: 'disk', name: "a'b", ifExists: true } },
      { expression: 'd', action: { kind: 'delete', where: null } },
    ],
  ],
  [
    "d GROUP BY k, toStartOfDay(d) SET x = max(x), `y` = if(y = 1, 2, 3), d + INTERVAL 2 DAY TO VOLUME 'x'",
    [
      {
        expression: 'd',
        action: {
          kind: 'group-by',
          keys: 'k, toStartOfDay(d)',
          assignments: 'x = max(x), `y` = if(y = 1, 2, 3)',
        },
      },
      { expression: 'd + INTERVAL 2 DAY', action: move('x') },
    ],
  ],
  [
    'd RECOMPRESS CODEC(Delta, ZSTD(17))',
    [{ expression: 'd', action: { kind: 'recompress', codec: 'Delta, ZSTD(17)' } }],
  ],
  [
    'CASE WHEN a THEN d ELSE e END WHERE a IS NOT NULL',
    [{ expression: 'CASE WHEN a THEN d ELSE e END', action: { kind: 'delete', where: 'a IS NOT NULL' } }],
  ],
  ['', []],
])('%s', (text, rules) => {
  expect(parseTtl(text)).toEqual({ kind: 'parsed', rules })
})

test.each<[string, TtlFaultCode, number]>([
  ["d TO VOLUME 'x", 'unterminated-string', 12],
  ['`d', 'unterminated-name', 0],
  ['d /* /* */', 'unterminated-comment', 2],
  ['d TO DISK $a$x', 'unterminated-heredoc', 10],
  ['f(d', 'unbalanced-bracket', 1],
  ['f(d])', 'unbalanced-bracket', 3],
  ['DELETE,', 'empty-expression', 7],
  ['d, , e', 'empty-expression', 3],
  ["d TO TABLE 'x'", 'unknown-target', 5],
  ['d TO VOLUME "x"', 'missing-name', 12],
  ["d TO VOLUME 'x' WHERE a", 'unexpected-text', 16],
  ['d DELETE WHERE a SETTINGS b = 1', 'unexpected-text', 17],
  ['d GROUP BY k SET y = max(y) WHERE a', 'unexpected-text', 28],
  ['d GROUP BY', 'missing-keys', 10],
  ['d GROUP BY k SET y', 'missing-assignment', 17],
  ['d RECOMPRESS ZSTD', 'missing-codec', 13],
  ['d RECOMPRESS CODEC()', 'missing-codec', 13],
  ['d WHERE', 'missing-condition', 7],
  ['d; DROP TABLE t', 'unexpected-text', 1],
])('%s is rejected with its position', (text, code, position) => {
  const parsed = parseTtl(text)
  expect(parsed).toMatchObject({ kind: 'refused', fault: { code, position } })
})
