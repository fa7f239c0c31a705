import { queryNode, startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseTtl } from './parse-ttl.ts'
import { printTtl, printTtlInBrackets } from './print-ttl.ts'
import { oracleActions, oracleExpressions, oracleLists, oracleTable } from './testing/oracle-ttls.ts'
import { readTtlAge } from './ttl-age.ts'
import type { TtlRule } from './ttl-rule.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

async function query<Row>(sql: string): Promise<Row[]> {
  const [node] = stack.clickhouse.nodes
  if (!node) throw new Error('The test stack has no node.')
  return await queryNode<Row>(node.httpUrl, stack.clickhouse.users.admin, sql)
}

/** Creates a table with the TTL on the real engine and returns the TTL as the engine shows it. */
async function storeTtl(ttl: string): Promise<string> {
  await query(
    `CREATE OR REPLACE TABLE default.oracle ${oracleTable} TTL ${ttl} SETTINGS index_granularity = 8192`,
  )
  const [table] = await query<{ engine_full: string }>(
    "SELECT engine_full FROM system.tables WHERE database = 'default' AND name = 'oracle'",
  )
  const full = table?.engine_full ?? ''
  return full.slice(full.indexOf(' TTL ') + ' TTL '.length, full.lastIndexOf(' SETTINGS '))
}

/** How the engine parses it, without brackets, GROUP BY keys and SET. */
async function treeOf(ttl: string): Promise<unknown> {
  return await query(`EXPLAIN AST CREATE TABLE t (x UInt8) ENGINE = MergeTree ORDER BY x TTL ${ttl}`)
}

function parse(ttl: string): TtlRule[] {
  const parsed = parseTtl(ttl)
  if (parsed.kind === 'refused')
    throw new Error(`${ttl}: ${parsed.fault.message} (at ${parsed.fault.position})`)
  return parsed.rules
}

const nameAction = ({ action }: TtlRule): string => {
  if (action.kind === 'delete') return action.where === null ? 'delete' : 'delete where'
  if (action.kind === 'move') return `move ${action.to}`
  return action.kind === 'group-by' && action.assignments === null ? 'group-by open' : action.kind
}

const pairs = oracleExpressions.flatMap((expression) =>
  oracleActions.map((action) => ({
    ttl: `${expression.text} ${action.text}`,
    age: expression.age,
    kind: action.kind,
  })),
)

test(`${pairs.length} TTLs of one rule: the engine accepts our print of the input, and of its own form`, async () => {
  expect(pairs.length).toBeGreaterThanOrEqual(400)
  for (const { ttl, age, kind } of pairs) {
    const written = parse(ttl)
    const canonical = await storeTtl(ttl)
    const stored = parse(canonical)
    expect(stored.map(nameAction), ttl).toEqual([kind])
    expect(written.map(nameAction), ttl).toEqual([kind])
    expect(readTtlAge(stored[0]?.expression ?? '') !== null, canonical).toBe(age)
    expect(readTtlAge(written[0]?.expression ?? ''), ttl).toEqual(readTtlAge(stored[0]?.expression ?? ''))
    expect(printTtl(stored), ttl).toBe(canonical)
    expect(await storeTtl(printTtl(written)), ttl).toBe(canonical)
    expect(await treeOf(printTtlInBrackets(stored)), ttl).toEqual(await treeOf(canonical))
  }
})

test('lists of rules round-trip in order', async () => {
  for (const ttl of oracleLists) {
    const canonical = await storeTtl(ttl)
    expect(printTtl(parse(canonical))).toBe(canonical)
    expect(await storeTtl(printTtl(parse(ttl)))).toBe(canonical)
    expect(await treeOf(printTtlInBrackets(parse(canonical)))).toEqual(await treeOf(canonical))
  }
})

test.each([
  "d TO TABLE 'x'",
  'd WHERE',
  "d TO DISK 'default' WHERE x",
  'd, , d',
  'd RECOMPRESS ZSTD',
  'd; SELECT 1',
])('what we reject, the engine rejects too: %s', async (ttl) => {
  expect(parseTtl(ttl).kind).toBe('refused')
  await expect(storeTtl(ttl)).rejects.toMatchObject({ code: 62 })
})
