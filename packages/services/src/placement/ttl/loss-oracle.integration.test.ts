import { afterAll, beforeAll, expect, test } from 'vitest'
import { startConsole, type TestConsole } from '../../platform/reading/testing/start-console.ts'
import { applyTableTtl } from './apply.ts'
import { previewTableTtl } from './preview.ts'
import type { TableTtlPreview } from './schema.ts'
import { accepting } from './testing/accepting.ts'
import { chooseTtlCases } from './testing/choose-ttl-cases.ts'
import { drawTtlCases, type TtlCase } from './testing/draw-ttl-cases.ts'

/**
 * A table takes 0.6 s of CPU time: of 200 TTLs `npm test` takes as few as have every trait of all of them, and `npm run
 * test:long` all. FROSTLINE_TTL_ORACLE=2000 tries more; a failure prints the seed.
 */
const drawn = Number(process.env.FROSTLINE_TTL_ORACLE ?? 200)
const seed = Number(process.env.FROSTLINE_TTL_ORACLE_SEED ?? 20261123)
const tries = Boolean(process.env.FROSTLINE_TTL_ORACLE ?? process.env.FROSTLINE_LONG_TESTS)
const cases = tries ? drawTtlCases(seed, drawn) : chooseTtlCases(seed, drawn)
const tables = cases.length

let it: TestConsole
beforeAll(async () => {
  it = await startConsole({ embeddedOnly: true })
  await it.askAll('CREATE DATABASE shop')
})
afterAll(() => it.stop())

const ask = async <Row = Record<string, string>>(sql: string): Promise<Row[]> => {
  const [rows = []] = await it.askAll<Row>(sql)
  return rows
}
const at = (table: string) => ({ cluster: it.cluster, database: 'shop', table })

/** A few at a time: the node may have only two cores. */
async function eachOf<Each>(of: readonly Each[], act: (each: Each) => Promise<void>): Promise<void> {
  const left = [...of]
  const worker = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: 6 }, worker))
}

/** No background merges, neither regular nor TTL merges. Only OPTIMIZE merges. */
const quiet = [
  "storage_policy = 'tiered'",
  'max_bytes_to_merge_at_max_space_in_pool = 1',
  'max_number_of_merges_with_ttl_in_pool = 0',
]

/** A row by its number, before any TTL; leaves out what depends on time alone. */
const valuesOf = (fallback: string) => `number AS id, number % 4 = 0 ? 0 : number AS v,
  number % 4 = 1 ? ${fallback.replace('k', 'number % 3')} : 'x' AS s, number % 4 = 2 ? [] : [1] AS a`
const isHidden = 'number % 5 = 1'

async function make({
  name,
  partition,
  settings,
  columns,
  former,
  fallback,
  hidesRows,
}: TtlCase): Promise<void> {
  const known = columns.filter((column) => column.known)
  const ttlOf = (column: string) => {
    const ttl = known.find((each) => each.name === column)
    return ttl ? ` TTL ${ttl.expression}` : ''
  }
  await ask(
    `CREATE TABLE shop.${name} (k UInt8, id UInt32, at DateTime, day Date, fine DateTime64(3), x UInt64,
       v Float64${ttlOf('v')}, s String DEFAULT ${fallback}${ttlOf('s')}, a Array(UInt8)${ttlOf('a')},
       maybe Nullable(Int32), pair Nested(p UInt8, q String), pad String)
     ENGINE = MergeTree ${partition} ORDER BY (k, id % 7, id) ${former ? `TTL ${former.ttl}` : ''}
     SETTINGS ${[...quiet, ...settings].join(', ')}`,
  )
  // A part with all rows past the former TTL would be dropped before the test reads it.
  await ask(`SYSTEM STOP TTL MERGES shop.${name}`)
  // Three blocks, so three inserted parts, on separate days: past a rule, partly past it, or not at all.
  await ask(
    `INSERT INTO shop.${name} (k, id, v, s, a, at, day, fine, x, maybe, pair.p, pair.q, pad)
     WITH 20 * intDiv(number, 160) AS from
     SELECT number % 3, ${valuesOf(fallback)}, now() - INTERVAL 6 HOUR - toIntervalDay(from + number % 19) AS at,
       toDate(now()) - from - number % 5 * 4, at - INTERVAL 3 DAY, 1,
       number % 2 = 0 ? NULL : number % 10, [1], ['q'], randomString(300)
     FROM numbers(480)
     SETTINGS max_block_size = 160, min_insert_block_size_rows = 160, min_insert_block_size_bytes = 0, max_threads = 1`,
  )
  if (hidesRows)
    await ask(
      `DELETE FROM shop.${name} WHERE ${isHidden.replace('number', 'id')} SETTINGS lightweight_deletes_sync = 1`,
    )
  if (former?.removed) await ask(`ALTER TABLE shop.${name} REMOVE TTL`)
  const later = columns.filter((each) => !each.known)
  if (later.length > 0)
    await ask(
      `ALTER TABLE shop.${name} ${later.map((each) => `MODIFY COLUMN ${each.name} TTL ${each.expression}`).join(', ')}
       SETTINGS materialize_ttl_after_modify = 0`,
    )
}

const lost = {
  v: 'before.v != 0 AND after.v = 0',
  s: "before.s = 'x' AND after.s != 'x'",
  a: 'notEmpty(before.a) AND empty(after.a)',
}

interface Outcome {
  rows: number
  values: Record<keyof typeof lost, number>
}

async function lookAt({ name, fallback, hidesRows }: TtlCase): Promise<Outcome> {
  const before = `(SELECT ${valuesOf(fallback)} FROM numbers(480) ${hidesRows ? `WHERE NOT ${isHidden}` : ''})`
  const [row] = await ask(
    `SELECT
       toString((SELECT count() FROM ${before}) - count()) AS rows,
       ${Object.entries(lost)
         .map(([column, condition]) => `toString(countIf(${condition})) AS ${column}`)
         .join(', ')}
     FROM shop.${name} AS after INNER JOIN ${before} AS before ON before.id = after.id`,
  )
  return {
    rows: Number(row?.rows),
    values: { v: Number(row?.v), s: Number(row?.s), a: Number(row?.a) },
  }
}

function told(
  { nodes }: TableTtlPreview['data'],
  mode: TtlCase['mode'],
): Outcome & { atMost: boolean; uncounted: number | undefined } {
  const [node] = nodes
  const loss = node?.[mode].loss
  const valuesOf = (column: string) =>
    Number(loss?.columns.find((each) => each.column === column)?.values ?? 0n)
  return {
    rows: Number((loss?.deletedRows ?? 0n) + (loss?.foldedRows ?? 0n)),
    values: { v: valuesOf('v'), s: valuesOf('s'), a: valuesOf('a') },
    atMost: loss?.atMost ?? false,
    uncounted: loss?.uncountedParts,
  }
}

function compare(one: TtlCase, said: ReturnType<typeof told>, happened: Outcome): string[] {
  const wrong = said.uncounted === 0 ? [] : [`${said.uncounted} parts were not counted`]
  const check = (what: string, foretold: number, seen: number) => {
    if (said.atMost ? seen > foretold : seen !== foretold)
      wrong.push(`${what}: told ${said.atMost ? 'up to ' : ''}${foretold}, lost ${seen}`)
  }
  check('rows', said.rows, happened.rows)
  for (const column of ['v', 's', 'a'] as const)
    check(`values of ${column}`, said.values[column], happened.values[column])
  return wrong.map((each) => `${each} ${JSON.stringify(one)}`)
}

/** What a small part gains when it is rewritten: TTL information, and statistics of its 13 columns. */
const addedBytes = 1_024 + 13 * 256

/** Freed bytes within the predicted bounds. What hidden rows and another codec free is not a loss. */
function compareBytes(one: TtlCase, data: TableTtlPreview['data'], bytesAfter: number): string[] {
  const node = data.nodes[0]
  if (!node) return [`${one.name} has no dry run.`]
  const { least, most } = node[one.mode].loss.bytes
  const freed = Number(node.parts.bytes) - bytesAfter
  const added = node.parts.parts * addedBytes
  const freesMore = one.mode === 'gentle' || one.hidesRows || one.ttl.includes('RECOMPRESS')
  const isWithin = freed >= Number(least) - added && (freesMore || freed <= Number(most) + added)
  return isWithin ? [] : [`bytes: told ${least} to ${most}, freed ${freed} ${JSON.stringify(one)}`]
}

test(`the dry run of ${tables} random TTLs predicts what the server then removes (seed ${seed})`, {
  timeout: 300_000 + tables * 1_000,
}, async () => {
  const previews = new Map<string, TableTtlPreview['data']>()
  let refusals = 0
  let heavyFaults = 0
  const wrong: string[] = []
  const forms = new Set<string>()
  await eachOf(cases, async (one) => {
    await make(one)
    const { data } = await previewTableTtl(it.ctx, { ...at(one.name), ttl: one.ttl })
    expect(data.accepted, JSON.stringify([one, data.checks])).toBe(true)
    const accepts = accepting(data, one.mode)
    const set = { ...at(one.name), ttl: one.ttl, mode: one.mode }
    if (one.mode === 'heavy' && data.heavyFault !== null) {
      heavyFaults += 1
      await expect(applyTableTtl(it.ctx, { ...set, ...accepts })).rejects.toMatchObject({ code: 'refused' })
      await ask(
        `ALTER TABLE shop.${one.name} MODIFY TTL ${one.ttl} SETTINGS materialize_ttl_after_modify = 0`,
      )
      const sent = ask(`ALTER TABLE shop.${one.name} MATERIALIZE TTL SETTINGS mutations_sync = 1`)
      await expect(sent, JSON.stringify(one)).rejects.toMatchObject({ code: 341 })
      await ask(`KILL MUTATION WHERE database = 'shop' AND table = '${one.name}'`)
      return
    }
    previews.set(one.name, data)
    if (accepts.accepts && one.hidesRows && refusals++ < 3)
      await expect(applyTableTtl(it.ctx, set), one.name).rejects.toMatchObject({ code: 'refused' })
    const applied = await applyTableTtl(it.ctx, { ...set, ...accepts })
    expect(applied.outcome, JSON.stringify([one, applied.nodes])).toBe('applied')
  })
  await expect
    .poll(() => ask("SELECT table FROM system.mutations WHERE NOT is_done AND database = 'shop'"), {
      timeout: 120_000,
    })
    .toEqual([])
  const mutated = await ask<{ table: string; n: string }>(
    `SELECT table, toString(count()) AS n FROM system.mutations
     WHERE database = 'shop' AND command LIKE '%MATERIALIZE TTL%' GROUP BY table`,
  )
  await eachOf(cases, async (one) => {
    const data = previews.get(one.name)
    if (!data) return
    const own = mutated.find(({ table }) => table === one.name)
    if (Number(own?.n ?? 0) !== (one.mode === 'heavy' ? 1 : 0))
      wrong.push(`${own?.n} mutations of ${one.name}`)
    const said = told(data, one.mode)
    if (one.mode === 'gentle') {
      const untouched = await lookAt(one)
      if (untouched.rows > 0) wrong.push(`Set gently, ${one.name} lost rows before a merge.`)
      await ask(`SYSTEM START TTL MERGES shop.${one.name}`)
      await ask(`OPTIMIZE TABLE shop.${one.name} FINAL SETTINGS optimize_throw_if_noop = 0`)
    }
    const happened = await lookAt(one)
    wrong.push(...compare(one, said, happened))
    const sum = happened.rows + Object.values(happened.values).reduce((a, b) => a + b, 0)
    forms.add(`${one.mode} ${said.atMost ? 'up to' : 'exactly'} ${sum > 0 ? 'something' : 'nothing'}`)
  })
  const after = await ask<{ table: string; bytes: string }>(
    "SELECT table, toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE active AND database = 'shop' GROUP BY table",
  )
  const bytesAfter = new Map(after.map(({ table, bytes }) => [table, Number(bytes)]))
  for (const one of cases) {
    const data = previews.get(one.name)
    if (data) wrong.push(...compareBytes(one, data, bytesAfter.get(one.name) ?? 0))
  }
  expect(wrong).toEqual([])
  expect(heavyFaults).toBeLessThan(tables / 5)
  expect(previews.size + heavyFaults).toBe(tables)
  expect([...forms]).toEqual(
    expect.arrayContaining([
      ...['gentle exactly nothing', 'gentle exactly something', 'gentle up to something'],
      ...['heavy exactly nothing', 'heavy exactly something', 'heavy up to something'],
    ]),
  )
})
