import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { QueryFailedError, readExpressionTreeOf, readTypeTreeOf } from '@frostline/clickhouse'
import {
  allowedFunctions,
  higherOrderFunctions,
  isAllowedAggregate,
  judgeExpression,
  judgeType,
  valueFunctions,
} from '@frostline/domain'
import { howMany } from '@frostline/embedded/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachConcurrently } from '../../platform/base/each-concurrently.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { isPlainColumn, isPlainType, plainTypeNames } from './plain-sql.ts'
import { requireSafeSelect } from './require-safe-select.ts'
import { requireSafeSql } from './require-safe-sql.ts'
import { requireSameTree } from './require-same-tree.ts'
import { drawDisguise, type Planted } from './testing/draw-disguise.ts'
import { honestColumns, honestExpressions } from './testing/honest-expressions.ts'
import { nondeterministicExpressions } from './testing/nondeterministic-expressions.ts'

const secret = 'frostline-planted-7d1c'
const columns = new Set<string>([
  ...honestColumns.map(({ name }) => name),
  '_path',
  '_file',
  '_size',
  '_time',
])

let console_: TestConsole
let node: ConnectedNode
let planted: Planted

beforeAll(async () => {
  console_ = await startConsole({ embeddedOnly: true })
  const { nodes } = await console_.ctx.clusters.get(console_.cluster)
  if (!nodes[0]) throw new Error('The cluster has no nodes.')
  node = nodes[0]
  const [{ dataDir } = { dataDir: '' }] = console_.stack.embedded.clickhouse.nodes
  planted = { path: join(dataDir, 'planted.key'), secret, table: 'shop.planted' }
  await writeFile(planted.path, secret)
  for (const sql of [
    'CREATE DATABASE shop',
    `CREATE TABLE shop.planted (secret String) ENGINE = MergeTree ORDER BY secret AS SELECT '${secret}'`,
    'CREATE TABLE shop.joined (k String, secret String) ENGINE = Join(ANY, LEFT, k)',
    `INSERT INTO shop.joined VALUES ('k', '${secret}')`,
    `CREATE DICTIONARY shop.dictionary (k UInt64, secret String) PRIMARY KEY k SOURCE(CLICKHOUSE(QUERY 'SELECT 1, ''${secret}''')) LAYOUT(FLAT()) LIFETIME(0)`,
    'CREATE FUNCTION disguised AS (p) -> file(p)',
    'CREATE FUNCTION tostring AS (p) -> file(p)',
    'CREATE FUNCTION uPPer AS (p) -> file(p)',
  ])
    await console_.askAll(sql)
})
afterAll(() => console_?.stop())

const judge = (text: string, own: ReadonlySet<string> = columns) =>
  requireSafeSql(node, { types: [], expressions: [{ what: 'The expression', text, columns: own }] })

/** Null: it passes. */
async function faultOf(text: string): Promise<string | null> {
  try {
    await judge(text)
    return null
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code !== 'invalid') throw thrown
    return thrown.message
  }
}

const row = honestColumns
  .map(({ name, type, value }) => `CAST(${value} AS ${type}) AS \`${name}\``)
  .join(', ')

/** What a load would do with it, as the product's own user: its result or its error. */
async function evaluate(expression: string, from = "SELECT toInt64(7) AS id, 'a' AS text"): Promise<string> {
  try {
    return await node.client.text('probe', `SELECT toString(tuple((${expression}\n))) FROM (${from})`)
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return thrown.message
  }
}

/** A thousand take 3 s of CPU time. FROSTLINE_DISGUISES=100000 tries more. */
const disguiseCount = Number(process.env.FROSTLINE_DISGUISES ?? howMany({ usually: 3_000, long: 10_000 }))

describe("a user's expression", () => {
  it(`reads no planted file or table in any of ${disguiseCount} disguises`, async () => {
    const disguises = fc.sample(drawDisguise(planted), { numRuns: disguiseCount, seed: 20_261_123 })
    const passed: string[] = []
    await eachConcurrently(disguises, 8, async (text) => {
      if ((await faultOf(text)) === null) passed.push(text)
    })
    const answers = await Promise.all(passed.map((text) => evaluate(text)))
    expect(answers.filter((answer) => answer.includes(secret) || /\b1\b/.test(answer))).toEqual([])
    for (const text of passed)
      expect(await readExpressionTreeOf(node.client, text)).not.toMatch(
        /(?:Function (?:\w+\.)?(?:file|disguised|joinGet|dictGet)|Subquery|TableExpression|Transformer|planted)/i,
      )
  })

  it('would have read them without the check: the disguises are real', async () => {
    const disguises = fc.sample(drawDisguise(planted), { numRuns: 400, seed: 1 })
    let read = 0
    await eachConcurrently(disguises, 8, async (text) => {
      if ((await evaluate(text)).includes(secret)) read += 1
    })
    expect(read).toBeGreaterThan(40)
  })

  it.each([
    ['U+200B', (path: string) => `file\u200b('${path}')`],
    ['U+0085', (path: string) => `file\u0085('${path}')`],
    ['U+200C', (path: string) => `file\u200c('${path}')`],
    ['U+2060', (path: string) => `file\u2060('${path}')`],
    ['U+180E', (path: string) => `file\u180e('${path}')`],
    ['file given by its name', (path: string) => `toString(toUInt8(arrayMap(file, ['${path}'])[1]))`],
    ['file in a lambda', (path: string) => `arrayMap(x -> file(x), ['${path}'])[1]`],
  ])('reads no file: %s', async (_, write) => {
    expect(await evaluate(write(planted.path))).toContain(secret)
    expect(await faultOf(write(planted.path))).not.toBeNull()
  })

  it('probes no table by IN, and names what is rejected', async () => {
    expect(await evaluate(`'${secret}' IN shop.planted`)).toContain('1')
    expect(await faultOf(`'${secret}' IN shop.planted`)).toContain('IN is not a list of values')
    expect(await faultOf(`file('${planted.path}')`)).toContain('file() is not allowed')
    expect(await faultOf("dictGet('a', 'b', 1)")).toContain('dictGet() is not allowed')
    expect(await faultOf('disguised(text)')).toContain('disguised() is a user-defined function')
    expect(await faultOf('nosuch(text)')).toContain('no function nosuch()')
    expect(await faultOf('nosuch')).toContain('nosuch is not a column')
    expect(await faultOf("'x' IN (format(LineAsString, 'x'))")).toContain('IN is not a list of values')
    expect(await faultOf("'x' IN (toString(text))")).toContain('IN is not a list of values')
    expect(await faultOf("arrayReduce('aggThrow', list)")).toContain(
      'needs the name of an aggregate function',
    )
    expect(await faultOf('arrayReduce(text, list)')).toContain('needs the name of an aggregate function')
    for (const nothing of ['', ' \n', '-- nothing', '/* nothing */'])
      expect(await faultOf(nothing)).toContain('It is empty')
  })

  it('is not evaluated by the check', async () => {
    const countSleeps = () =>
      node.client.text('probe', "SELECT sum(value) FROM system.events WHERE event = 'SleepFunctionCalls'")
    const before = await countSleeps()
    expect(await faultOf('(SELECT sleep(0.02)) + sleep(0.01) + sleepEachRow(0.01)')).toContain('subquery')
    expect(await countSleeps()).toBe(before)
    await evaluate('sleep(0.01)')
    expect(await countSleeps()).not.toBe(before)
  })

  it('works where it is honest, and has the same result in brackets', async () => {
    expect(honestExpressions.length).toBeGreaterThanOrEqual(150)
    const all = [...honestExpressions, ...nondeterministicExpressions]
    const refused: string[] = []
    await eachConcurrently(all, 4, async (text) => {
      const fault = await faultOf(text)
      if (fault !== null) refused.push(`${text}: ${fault}`)
    })
    expect(refused).toEqual([])
    const list = (write: (text: string) => string) =>
      node.client.text('probe', `SELECT ${honestExpressions.map(write).join(', ')} FROM (SELECT ${row})`)
    expect(await list((text) => `(${text}\n)`)).toBe(await list((text) => text))
  })

  it('is rejected, not passed, where the node does not answer', async () => {
    const fails = async () => {
      throw new QueryFailedError({ kind: 'unreachable', reason: 'gone' }, 'syntax_tree', 'n1')
    }
    const away = { name: 'n1', client: { text: fails, query: fails } }
    await expect(
      requireSafeSql(away, { types: [], expressions: [{ what: 'It', text: 'upper(text)', columns }] }),
    ).rejects.toMatchObject({ code: 'unreachable', message: expect.stringContaining('could not check') })
  })
})

describe('a statement whose expressions have no brackets', () => {
  const create = (ttl: string) => `CREATE TABLE t (x UInt8) ENGINE = MergeTree ORDER BY x TTL ${ttl}`
  const compare = (plain: string, whole: string) =>
    requireSameTree(node, 'The TTL', create(plain), create(whole))

  it('is accepted where the engine parses it as with brackets', async () => {
    await compare(
      "a + b * 2 WHERE c OR d, e TO DISK 'x'",
      "(a + b * 2\n) WHERE (c OR d\n), (e\n) TO DISK 'x'",
    )
  })

  it.each([
    ['a * b + c', '(a) * (b + c)'],
    ['a -- WHERE b', '(a -- \n) WHERE (b\n)'],
    ['a, b', '(a\n)'],
    ['a SETTINGS index_granularity = 1', '(a\n)'],
  ])('is rejected where %s would be read as %s', async (plain, whole) =>
    expect(compare(plain, whole)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('differently'),
    }),
  )
})

describe('text that is accepted without a node', () => {
  it('is a column name for the engine too, even if it is a keyword', async () => {
    const words = (
      await node.client.text(
        'keywords',
        'SELECT DISTINCT lower(arrayJoin(splitByNonAlpha(keyword))) AS word FROM system.keywords ORDER BY word',
      )
    )
      .split('\n')
      .filter((word) => /^[a-z_]\w*$/.test(word))
    expect(words.length).toBeGreaterThan(300)
    const others = ['inf', 'nan', 'today', 'current_timestamp', 'currentuser']
    const noNames: string[] = []
    await eachConcurrently([...new Set([...words, ...others])], 8, async (word) => {
      const name = new Set([word])
      const isName = await readExpressionTreeOf(node.client, word).then(
        (printed) => {
          const verdict = judgeExpression(printed, { columns: name })
          return verdict.fault === null && /^ *Identifier /m.test(printed) && verdict.functions.length === 0
        },
        () => false,
      )
      if (!isName) noNames.push(word)
    })
    expect(noNames).toContain('null')
    expect(noNames.filter((word) => isPlainColumn(word, new Set([word])))).toEqual([])
  })

  it('is a type for the engine too', async () => {
    const wrapped = [...plainTypeNames].flatMap((name) => [name, `Array(Nullable(${name}))`])
    const others = ['LowCardinality(String)', 'FixedString(16)', 'DateTime64(3)', 'Decimal(9, 2)']
    for (const text of [...wrapped, ...others]) {
      expect(isPlainType(text)).toBe(true)
      expect(judgeType(text, await readTypeTreeOf(node.client, text))).toBeNull()
    }
  })
})

describe("a user's type", () => {
  const typeFault = (text: string) =>
    requireSafeSql(node, { expressions: [], types: [{ what: 'The type', text }] }).then(
      () => null,
      (thrown: Error) => thrown.message,
    )

  it.each([
    ...[
      'UInt8',
      'Nullable(String)',
      'LowCardinality(Nullable(String))',
      "DateTime64(3, 'Europe/Berlin')",
      'Decimal(18, 4)',
    ],
    ...[
      'Map(String, Array(UInt8))',
      'Tuple(a UInt8, `b c` String)',
      "Enum8('a)' = 1, 'b' = 2)",
      'FixedString(16)',
      'JSON',
    ],
    ...[
      'JSON(a.b UInt8, SKIP c)',
      'Dynamic(max_types=3)',
      'Variant(UInt8, String)',
      'AggregateFunction(quantiles(0.5, 0.9), UInt64)',
    ],
    ...[
      'SimpleAggregateFunction(sum, UInt64)',
      'Nested(a UInt8)',
      'UInt8 NOT NULL',
      'DOUBLE PRECISION',
      'IPv4',
      'UUID',
      'Bool',
    ],
  ])('accepts %s', async (text) => expect(await typeFault(text)).toBeNull())

  it.each([
    ...[
      "String DEFAULT file('/x')",
      "String MATERIALIZED file('/x')",
      "String ALIAS file('/x')",
      'String EPHEMERAL',
      'DEFAULT 1',
    ],
    ...[
      'UInt8 CODEC(ZSTD)',
      'UInt8 TTL now()',
      'UInt8, b UInt8',
      'UInt8) ENGINE = Memory --',
      "UInt8\u200bDEFAULT file('/x')",
    ],
    ...[
      'UInt8 PRIMARY KEY',
      "UInt8 COMMENT 'x'",
      'UInt8 SETTINGS (min_compress_block_size = 1)',
      '(SELECT 1)',
      '',
    ],
  ])('rejects %j', async (text) => expect(await typeFault(text)).not.toBeNull())
})

describe("an admin's SELECT", () => {
  const select = (sql: string) => requireSafeSelect(node, 'query', sql)

  it.each([
    'SELECT count(), sumIf(number, number > 3), quantile(0.9)(number) FROM numbers(10) GROUP BY number % 3 WITH TOTALS',
    'WITH x AS (SELECT 1 AS a) SELECT a, row_number() OVER (ORDER BY a) FROM x -- a comment',
    "SELECT dictGet('shop.dictionary', 'secret', toUInt64(1)), joinGet('shop.joined', 'secret', 'k'), hostName()",
    'SELECT * EXCEPT (secret) FROM (SELECT *, 1 FROM shop.planted) WHERE secret IN (SELECT secret FROM shop.planted)',
    "SELECT arrayMap(upper, ['a']), tostring FROM (SELECT 1 AS tostring) WHERE exists(SELECT 1) AND 1 GLOBAL IN (1)",
    'SELECT uniqExactMerge(s) FROM (SELECT uniqExactState(number) AS s FROM numbers(3))',
    'SELECT 1 UNION ALL SELECT count() FROM clusterAllReplicas(default, view(SELECT 1))',
    "SELECT (SELECT 1 SETTINGS max_threads = '2') SETTINGS max_block_size = 100, session_timezone = 'Europe/Berlin'",
  ])('may be %s', (sql) => expect(select(sql)).resolves.toBeUndefined())

  it.each([
    ["SELECT file('/etc/hostname')", 'file() is not allowed'],
    ["SELECT arrayMap(file, ['/etc/hostname'])", 'file() is not allowed'],
    ["SELECT * APPLY(file) FROM (SELECT '/etc/hostname')", 'APPLY'],
    ["SELECT COLUMNS('x') APPLY(x -> file(x)) FROM (SELECT '/etc/hostname' AS x)", 'APPLY'],
    ["SELECT * FROM file('/etc/hostname', 'RawBLOB')", 'table function file()'],
    ["SELECT * FROM clusterAllReplicas(default, file('/etc/hostname', 'RawBLOB'))", 'file()'],
    ["SELECT * FROM executable('x', 'TSV', 'a String')", 'executable()'],
    ["SELECT * FROM url('http://127.0.0.1/', 'RawBLOB')", 'url()'],
    ["SELECT disguised('/etc/hostname')", 'user-defined'],
    ['SELECT `a\nb` FROM (SELECT 1 AS `a\nb`)', 'line break'],
    ['INSERT INTO shop.planted SELECT 1', 'not a SELECT'],
    ['SELECT 1; SELECT 2', 'code 62'],
    [
      "SELECT 1 SETTINGS additional_result_filter = 'throwIf(1, file(''/etc/hostname''))'",
      'A setting has a value',
    ],
    [
      "SELECT * FROM shop.planted SETTINGS additional_table_filters = {'shop.planted': 'file(1)'}",
      'A setting',
    ],
    [
      "SELECT formatRow('Template', 1) SETTINGS format_template_row = '/etc/hostname'",
      'A setting has a value',
    ],
    ["SELECT formatRow('Template', 1)", 'formatRow() is not allowed'],
    ["SELECT hasColumnInTable('127.0.0.1:1', 'u', 'p', 'db', 't', 'c')", 'hasColumnInTable() is not allowed'],
    ["SELECT 1 INTO OUTFILE '/tmp/x'", 'writes a file'],
  ])('may not be %s', async (sql, said) =>
    expect(select(sql)).rejects.toMatchObject({ code: 'refused', message: expect.stringContaining(said) }),
  )
})

describe('the allowed functions', () => {
  interface FunctionRow {
    name: string
    is_aggregate: number
    alias_to: string
    origin: string
    categories: string
    higher_order: number | null
  }
  const dangerous =
    /file|dict|joinget|^get(?!subcolumn)|setting|macro|^sleep|hostname|fqdn|current|throw|user|catboost|mlmethod|^ai|llm|embed|certificate|address(?:to|es)|schema|server|uptime|version(?!ed)|stem|lemma|synonym|bayes|initialize|reduce|finalize|random(?:structure)|executable|^query(?!string)|query(?:id|hash)|transaction|zookeeper|^nn|remote|url(?=_)|^sql/i

  it('all exist in the engine, are built in, and none is of a dangerous kind', async () => {
    const [rows = []] = await console_.askAll<FunctionRow>(
      'SELECT name, is_aggregate, alias_to, toString(origin) AS origin, categories, higher_order FROM system.functions',
    )
    const known = new Map(rows.map((each) => [each.name, each]))
    const names = Object.values(allowedFunctions).flatMap((group) => [...group])
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter((name) => !known.has(name))).toEqual([])
    const odd = names.filter((name) => {
      const found = known.get(name)
      return found?.is_aggregate || found?.alias_to || found?.origin !== 'System'
    })
    expect(odd).toEqual([])
    const kinds = /Dictionary|AI|Machine|Introspection|Encryption|Time Series|Aggregate/
    expect(names.filter((name) => kinds.test(known.get(name)?.categories ?? ''))).toEqual([])
    expect(names.filter((name) => dangerous.test(name))).toEqual([])
    const takesFunctions = names.filter((name) => known.get(name)?.higher_order)
    expect(takesFunctions.filter((name) => !higherOrderFunctions.has(name))).toEqual([])
    const aggregates = rows.filter((each) => each.is_aggregate && isAllowedAggregate(each.name))
    expect(aggregates.length).toBeGreaterThan(100)
    expect(isAllowedAggregate('aggThrow')).toBe(false)
    const [tables = []] = await console_.askAll<{ name: string }>('SELECT name FROM system.table_functions')
    const tableFunctions = new Set(tables.map(({ name }) => name.toLowerCase()))
    expect([...valueFunctions].filter((name) => tableFunctions.has(name.toLowerCase()))).toEqual([])
  })
})
