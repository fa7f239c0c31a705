import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import * as driver from '../index.ts'
import {
  createNodeClient,
  defineQuery,
  type NodeClient,
  type QueryDefinition,
  QueryFailedError,
  type SqlParams,
} from '../index.ts'
import systemColumns from './system-columns.json' with { type: 'json' }

/**
 * Columns of system tables, recorded from the engines themselves:
 * SELECT table, arrayStringConcat(groupArray(concat('`', name, '` ', type)), ', ') FROM system.columns
 * WHERE database = 'system' GROUP BY table. Log tables are not among them.
 */
const recorded: Record<string, Record<string, string>> = systemColumns

type Query = QueryDefinition<unknown, SqlParams, unknown>

let nodes: TestNodes
/** The product's own user has no grants on the recorded tables. */
let admin: NodeClient
/** What this server refuses for its sample parameters says nothing about another version. */
let answered: Query[]
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 1 })
  const { users, nodes: members } = nodes.cluster
  admin = createNodeClient({ url: at(members, 0).httpUrl, ...users.admin, requestTimeoutMs: 10_000 })
  await nodes.run('CREATE DATABASE demo')
  await nodes.run(
    `CREATE TABLE demo.demo (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`,
  )
  await nodes.run("INSERT INTO demo.demo SELECT toDate('2026-01-01') + number, number FROM numbers(60)")
  for (const [version, tables] of Object.entries(recorded)) {
    await nodes.run(`CREATE DATABASE \`${version}\``)
    for (const [table, columns] of Object.entries(tables))
      await nodes.run(`CREATE TABLE \`${version}\`.${table} (${columns}) ENGINE = Memory`)
  }
  const queries = Object.values<unknown>(driver).filter(isQuery)
  const refusals = await Promise.all(queries.map(refusalOf))
  answered = queries.filter((_, index) => refusals[index] === null)
  expect(answered.length).toBeGreaterThan(100)
})
afterAll(async () => {
  await admin.close()
  await nodes.stop()
})

test.each(Object.keys(recorded))(
  'every read finds its columns in the system tables of %s',
  async (version) => {
    const missing = await Promise.all(answered.map((query) => refusalOf(onVersion(query, version))))
    expect(missing.filter((refusal) => refusal !== null)).toEqual([])
  },
)

test('reports a column that an older version lacks', async () => {
  const sql = 'SELECT files FROM system.parts'
  const query = defineQuery({ name: 'files', sql, params: z.object({}), row: z.object({}) })
  expect(await refusalOf(query)).toBe(null)
  expect(await refusalOf(onVersion(query, '25.8'))).toContain('files')
  expect(await refusalOf(onVersion(query, '26.3'))).toBe(null)
})

const isQuery = (value: unknown): value is Query =>
  typeof value === 'object' && value !== null && 'render' in value && 'params' in value && 'row' in value

/** The query on the recorded tables. They are empty. */
function onVersion(query: Query, version: string): Query {
  const tables = recorded[version] ?? {}
  return {
    ...query,
    render: (params) =>
      query
        .render(params)
        .replaceAll(/\bsystem\.(\w+)/g, (name, table) =>
          table in tables ? `\`${version}\`.${table}` : name,
        ),
  }
}

/** Why the server does not run the query with sample parameters; null if it does, whatever its rows. */
async function refusalOf(query: Query): Promise<string | null> {
  try {
    await admin.query(query, sampleOf(query.params))
    return null
  } catch (error) {
    return error instanceof QueryFailedError ? error.message : null
  }
}

/** Some input that the schema takes: names are those of the table above. */
function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return 'demo'
    case 'number':
      return 1000
    case 'bigint':
      return 1n
    case 'boolean':
      return true
    case 'date':
      return new Date('2026-01-01')
    case 'array':
      return [sampleOf(def.element)]
    case 'tuple':
      return def.items.map(sampleOf)
    case 'record':
      return {}
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, sampleOf(field)]))
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'union':
      return def.options[0] && sampleOf(def.options[0])
    case 'pipe':
      return sampleOf(def.in)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'readonly':
      return sampleOf(def.innerType)
    default:
      throw new Error(`There is no sample of ${def.type}.`)
  }
}
