import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { isPlainColumn, isPlainType } from './plain-sql.ts'

const columns = new Set(['fare', 'Zone_2', 'a b', 'null', 'with`tick', 'a.b'])

test.each(['fare', 'Zone_2', '`fare`', '`a b`', '`null`', '`with\\`tick`', '`a.b`'])(
  '%s is a plain column',
  (text) => expect(isPlainColumn(text, columns)).toBe(true),
)

test.each([
  ...[
    '',
    'zone_2',
    'other',
    '`other`',
    'a b',
    'null',
    'fare ',
    ' fare',
    'fare\n',
    'fare, fare',
    '(fare)',
    'fare()',
  ],
  ...['fare -- ', 'fare/**/', '`fare', 'fare`', '"fare"', '`with`tick`', 'a.b', '1', '*'],
])('%j is no plain column', (text) => expect(isPlainColumn(text, columns)).toBe(false))

it('takes a text as a column only if it consists of one name', () => {
  const letters = fc.stringMatching(/^[a-z`\\ .()'\n,-]{0,12}$/)
  fc.assert(
    fc.property(letters, letters, (name, text) => {
      if (isPlainColumn(text, new Set([name])))
        expect([name, `\`${name.replace(/[\\`]/g, '\\$&')}\``]).toContain(text)
    }),
  )
})

test.each([
  ...['UInt64', 'Nullable(String)', 'LowCardinality(Nullable(String))', 'Array(Array(Date))'],
  ...['Decimal(9, 2)', 'Decimal(18,4)', 'FixedString(16)', 'Nullable(DateTime64(3))'],
])('%s is a plain type', (text) => expect(isPlainType(text)).toBe(true))

test.each([
  ...[
    '',
    'uint64',
    'UInt64 ',
    'UInt64, b UInt8',
    'UInt64 DEFAULT 1',
    'Nullable()',
    'Nullable(String',
    'String)',
  ],
  ...[
    'Array(String), Array(String)',
    'Array(String) DEFAULT (1)',
    'UInt64\n',
    'Decimal(9, 2) CODEC(NONE)',
    'Map(String, String)',
  ],
])('%j needs a node', (text) => expect(isPlainType(text)).toBe(false))
