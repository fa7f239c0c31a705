import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseColumnTtls } from './parse-column-ttls.ts'
import { parseDistributedTarget } from './parse-distributed-target.ts'
import { parseTableTtl } from './parse-table-ttl.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import { quoteString } from './quote-string.ts'

test.each([
  [
    "MergeTree ORDER BY id TTL at + toIntervalDay(30) TO VOLUME 'cold' SETTINGS index_granularity = 8192",
    "at + toIntervalDay(30) TO VOLUME 'cold'",
  ],
  ['MergeTree ORDER BY id SETTINGS index_granularity = 8192', ''],
  ['MergeTree ORDER BY (`TTL`, id)', ''],
  [
    "MergeTree ORDER BY id TTL at TO VOLUME 'SETTINGS', at DELETE WHERE c = 'TTL'",
    "at TO VOLUME 'SETTINGS', at DELETE WHERE c = 'TTL'",
  ],
])('the TTL of %s', (engine, ttl) => {
  expect(parseTableTtl(engine)).toBe(ttl)
})

test('TTLs of columns, among names, comments and defaults that look like them', () => {
  const ddl = `CREATE TABLE demo.t
(
    \`a, b\` String TTL \`t, x\` + toIntervalDay(1),
    \`c\` UInt8 DEFAULT 3 COMMENT 'TTL, )' CODEC(ZSTD(3)) TTL \`t, x\` + toIntervalMonth(2) SETTINGS (max_compress_block_size = 1),
    \`TTL\` DateTime,
    \`e\` Enum8('TTL' = 1, ')' = 2),
    INDEX i \`c\` TYPE minmax GRANULARITY 1
)
ENGINE = MergeTree
ORDER BY tuple()
TTL \`t, x\` + toIntervalYear(1)`
  expect([...parseColumnTtls(ddl)]).toEqual([
    ['a, b', '`t, x` + toIntervalDay(1)'],
    ['c', '`t, x` + toIntervalMonth(2)'],
  ])
  expect(parseColumnTtls('CREATE VIEW v AS SELECT 1').size).toBe(0)
})

const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes('\0'))

test('any column name round-trips through quoting', () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.constantFrom('__proto__', 'constructor')), (column) => {
      const ddl = `CREATE TABLE t (${quoteIdentifier(column)} String TTL at, \`z\` String) ENGINE = MergeTree`
      expect([...parseColumnTtls(ddl)]).toEqual([[column, 'at']])
    }),
  )
})

test('any name of a Distributed table round-trips through quoting', () => {
  fc.assert(
    fc.property(name, name, name, (cluster, database, table) => {
      const engine = `Distributed(${[cluster, database, table].map(quoteString).join(', ')}, rand())`
      expect(parseDistributedTarget(engine)).toEqual({ cluster, database, table })
    }),
  )
  expect(parseDistributedTarget('Distributed(c, d, t)')).toBe(null)
})
