import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import {
  defineQuery,
  movePartitionStatement,
  observeParts,
  qualifiedName,
  quoteIdentifier,
} from '../index.ts'
import { quoteString } from './quote-string.ts'

let nodes: TestNodes
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
  await nodes.run('CREATE DATABASE canary')
  await nodes.run('CREATE TABLE canary.alive (a UInt8) ENGINE = MergeTree ORDER BY a')
})
afterAll(() => nodes.stop())

/** Fragments that have broken quoting functions before, mixed with any Unicode. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '`',
        '``',
        "'",
        "''",
        '"',
        '\\',
        '\\\\',
        '\\`',
        "\\'",
        '\\0',
        '\\x41',
        '\n',
        '\r',
        '\t',
        '\b',
        '--',
        '/*',
        '*/',
        ';',
        '{',
        '}',
        '{a: String}',
        '{a:Identifier}',
        '%',
        '%2F',
        '$$',
        '?',
        '.',
        '/',
        '..',
        ' ',
        '\u00a0',
        '\u202e',
        'ß',
        '雪',
        '😀',
        'e\u0301',
        '`; DROP TABLE canary.alive; --',
        "'; DROP TABLE canary.alive; --",
        '` TO VOLUME `',
      ),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((pieces) => pieces.join('').slice(0, 18))
  .filter((name) => name !== '' && !name.includes('\0') && !/\p{Surrogate}/u.test(name))

const one = <Row>(sql: string, row: z.ZodType<Row>) =>
  defineQuery({ name: 'probe', sql, params: z.object({}), row })

test('an identifier reaches the engine unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(hostile, { minLength: 40, maxLength: 40 }), async (names) => {
      const sql = `SELECT ${names.map((name, index) => `${index} AS ${quoteIdentifier(name)}`).join(', ')}`
      const { rows } = await at(nodes.clients, 0).query(one(sql, z.record(z.string(), z.number())), {})
      expect(rows).toEqual([Object.fromEntries(names.map((name, index) => [name, index]))])
    }),
    { numRuns: 40 },
  )
})

test('a string literal reaches the engine unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(hostile, { minLength: 40, maxLength: 40 }), async (texts) => {
      const sql = `SELECT arrayMap(s -> hex(s), [${texts.map(quoteString).join(', ')}]) AS seen`
      const { rows } = await at(nodes.clients, 0).query(one(sql, z.object({ seen: z.array(z.string()) })), {})
      expect(at(rows, 0).seen).toEqual(texts.map(hexOf))
    }),
    { numRuns: 40 },
  )
})

test('a bound string and a bound array reach the engine unchanged', async () => {
  const bound = defineQuery({
    name: 'probe',
    sql: 'SELECT hex({text: String}) AS text, arrayMap(s -> hex(s), {texts: Array(String)}) AS texts',
    params: z.object({ text: z.string(), texts: z.array(z.string()) }),
    row: z.object({ text: z.string(), texts: z.array(z.string()) }),
  })
  await fc.assert(
    fc.asyncProperty(hostile, fc.array(hostile, { maxLength: 10 }), async (text, texts) => {
      const { rows, copyableSql } = await at(nodes.clients, 0).query(bound, { text, texts })
      expect(rows).toEqual([{ text: hexOf(text), texts: texts.map(hexOf) }])
      const pasted = await at(nodes.clients, 0).query(one(copyableSql, bound.row), {})
      expect(pasted.rows).toEqual(rows)
    }),
    { numRuns: 100 },
  )
})

test('a table of any name is found, moved and dropped, and nothing else is', async () => {
  const client = at(nodes.clients, 0)
  await fc.assert(
    fc.asyncProperty(hostile, async (table) => {
      const name = qualifiedName('canary', table)
      await nodes.run(
        `CREATE TABLE ${name} (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS storage_policy = 'local_tiers'`,
      )
      await nodes.run(`INSERT INTO ${name} VALUES (1)`)
      const move = movePartitionStatement({ database: 'canary', table }, 'all', {
        kind: 'volume',
        name: 'second',
      })
      expect(await client.command({ ...move, queryId: crypto.randomUUID() })).toMatchObject({ kind: 'ok' })
      const { rows } = await client.query(observeParts, { database: 'canary', table })
      expect(rows.map((row) => row.disk_name)).toEqual(['hot2'])
      await nodes.run(`DROP TABLE ${name} SYNC`)
      const left = await client.text('left', "SELECT name FROM system.tables WHERE database = 'canary'")
      expect(left).toBe('alive\n')
    }),
    { numRuns: 40 },
  )
})

test('a hostile target or partition is rejected by the server, never executed', async () => {
  const client = at(nodes.clients, 0)
  await nodes.run(
    "CREATE TABLE canary.moved (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS storage_policy = 'local_tiers'",
  )
  await nodes.run('INSERT INTO canary.moved VALUES (1)')
  const at2 = { database: 'canary', table: 'moved' }
  await fc.assert(
    fc.asyncProperty(hostile, async (name) => {
      const toVolume = movePartitionStatement(at2, 'all', { kind: 'volume', name })
      const toDisk = movePartitionStatement(at2, 'all', { kind: 'disk', name })
      const noPartition = movePartitionStatement(at2, name, { kind: 'volume', name: 'second' })
      const codes: number[] = []
      for (const statement of [toVolume, toDisk, noPartition]) {
        const outcome = await client.command({ ...statement, queryId: crypto.randomUUID() })
        codes.push(outcome.kind === 'refused' ? outcome.error.code : -1)
      }
      expect(codes.slice(0, 2)).toEqual([548, 479])
      expect([232, 248]).toContain(codes[2])
    }),
    { numRuns: 40 },
  )
  const { rows } = await client.query(observeParts, at2)
  expect(rows.map((row) => row.disk_name)).toEqual(['default'])
  expect(await client.text('left', 'EXISTS TABLE canary.alive')).toBe('1\n')
})

function hexOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('hex').toUpperCase()
}
