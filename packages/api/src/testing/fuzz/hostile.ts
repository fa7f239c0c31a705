import type { Draw } from './draw.ts'

const surrogate = '\ud800'

/** Texts that have broken programs, sent in place of usual ones. */
const texts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  surrogate,
  `a${surrogate}b`,
  '\udc00\ud800',
  '\u202e\u2066',
  '\ufeff\ufffe\uffff',
  '\u200b\u2060\u180e\u0085\u00a0\u3000',
  '\r\n\t\v\f\u001b[2J',
  '😀'.repeat(200),
  'ﷺ'.repeat(500),
  'a'.repeat(70_000),
  '%ZZ',
  '%00',
  '%c0%ae%c0%ae/',
  '../../../../etc/passwd',
  '..\\..\\windows',
  '/dev/stdin',
  '\'; DROP TABLE "user"; --',
  "' OR '1'='1",
  '`; SELECT 1; --',
  "\\'",
  '{a:String}',
  '$1 $2 %s %n',
  "file('/etc/passwd')",
  '(SELECT 1)',
  '((((((((((((((((((((',
  '[[[[[[[[[[[[[[[[[[[[',
  '*a*a*a*a*a*a*a*a*b',
  '{1..999999999}',
  '{a,{b,{c,{d,e}}}}',
  '(a+)+$',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '18446744073709551616',
  '-9223372036854775809',
  '9'.repeat(400),
  'Mars/Olympus',
  'UTC+25',
  '2026-02-30',
  '+275760-09-13T00:00:00.001Z',
  '0000-00-00T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '* * * * * *',
  '0 0 31 2 *',
  '99:99',
  '24:00',
  'P1Y',
  '<script>alert(1)</script>',
  '=cmd|calc',
  '{"a":1}',
  '00000000-0000-0000-0000-000000000000',
  'true',
]

const numbers: readonly number[] = [
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    1e-320,
    1e308,
    -1e308,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ],
  ...[
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 32,
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    2 ** 64,
    8.64e15,
    8.64e15 + 1,
  ],
]

export function hostileText(draw: Draw): string {
  return draw.pick(texts)
}

/** A text similar to a given one: parsers get their usual input with one thing in it that does not belong there. */
export function bentText(draw: Draw, text: string): string {
  const at = draw.below(text.length + 1)
  return text.slice(0, at) + hostileText(draw).slice(0, 2_000) + text.slice(at)
}

export function hostileNumber(draw: Draw): number {
  return draw.pick(numbers)
}

/** Any value: of another type, size or depth than expected. */
export function hostileValue(draw: Draw): unknown {
  switch (draw.below(12)) {
    case 0:
      return null
    case 1:
      return draw.chance(0.5)
    case 2:
    case 3:
      return hostileNumber(draw)
    case 4:
      return draw.pick([-(2n ** 64n), 2n ** 63n, 2n ** 64n, 10n ** 400n, 0n])
    case 5:
      return draw.pick([[], {}, [[]], [null], [{}], { length: 1 }])
    case 6:
      return new Date(draw.pick([Number.NaN, 8.64e15, -8.64e15, 0]))
    case 7:
      return nested(draw.pick([20, 300, 1_200]), draw.chance(0.5))
    case 8:
      return Array.from({ length: draw.pick([1_001, 20_000]) }, () => 'x')
    case 9:
      return withPrototypeKeys(draw)
    default:
      return hostileText(draw)
  }
}

function nested(depth: number, asArrays: boolean): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level += 1) value = asArrays ? [value] : { a: value }
  return value
}

/** As JSON.parse makes it: a key of the object itself. */
function withPrototypeKeys(draw: Draw): unknown {
  const key = draw.pick(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'then', 'toJSON'])
  return JSON.parse(`{${JSON.stringify(key)}:{"polluted":true,"length":-1}}`)
}

/** Names that are never looked up outside: RFC 2606 keeps .invalid for that. */
export function hostileHost(draw: Draw): unknown {
  if (draw.chance(0.3)) return hostileValueOfNoText(draw)
  const name = hostileText(draw).slice(0, 300)
  return draw.pick([
    `${name}.invalid`,
    `http://${name}.invalid`,
    `http://${encodeURIComponent(name.replaceAll(/[\ud800-\udfff]/g, ''))}.invalid:99999`,
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'http://[::ffff:127.0.0.1',
    'http://a:b@127.0.0.1:1/path?x#y',
    'http://127.0.0.1:1/../..',
    'ftp://host.invalid',
    'javascript:alert(1)//.invalid',
    'file:///etc/passwd#.invalid',
    'http://.invalid',
    'http://',
    '',
  ])
}

function hostileValueOfNoText(draw: Draw): unknown {
  const value = hostileValue(draw)
  return typeof value === 'string' || typeof value === 'number' ? null : value
}
