import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import { getIncident } from './index.ts'

let at: TestConsole
let first: string
let second: string
const begun = new Date()

beforeAll(async () => {
  at = await startConsole({ shards: 2, embeddedOnly: true })
  ;[first = '', second = ''] = at.stack.clickhouse.nodes.map(({ name }) => name)
  await at.askAll('CREATE DATABASE shop')
  await at.askAll(`CREATE TABLE shop.cold (n UInt64, t String) ENGINE = MergeTree ORDER BY n
    SETTINGS storage_policy = 'tiered'`)
  await at.askAll('INSERT INTO shop.cold SELECT number, randomPrintableASCII(40) FROM numbers(20000)')
  await at.askAll("ALTER TABLE shop.cold MOVE PART 'all_1_1_0' TO VOLUME 'cold'")
  await at.ask(
    first,
    "ALTER TABLE shop.cold UPDATE t = 'secret word' WHERE n = 1 SETTINGS mutations_sync = 1",
  )
  await at.ask(first, 'SELECT sum(length(t)) FROM shop.cold')
  await at.ask(first, 'SELECT toUInt8(throwIf(1)) FROM shop.cold').catch(() => undefined)
  await at.askAll('SYSTEM FLUSH LOGS')
})
afterAll(() => at?.stop())

const look = (change: { from?: Date } = {}) =>
  getIncident(at.ctx, { cluster: at.cluster, from: begun, to: new Date(), fresh: true, ...change })

it('reads each lane from the logs of every node, aligned to our clock', async () => {
  const { data, queries } = await look()
  const measures = new Set(data.series.map(({ measure }) => measure))
  expect([...measures]).toEqual(
    expect.arrayContaining(['query-p99', 'failures', 'store-requests', 'new-parts', 'moves', 'mutations']),
  )
  const moved = data.series.find(({ measure }) => measure === 'moves')
  expect(moved).toMatchObject({ subject: 'shop.cold', nodes: [first, second].toSorted() })
  expect(data.marks.map(({ label }) => label)).toEqual(
    expect.arrayContaining([expect.stringContaining('MOVE PART'), 'A mutation of shop.cold began']),
  )
  for (const { offsetMs, uncertaintyMs } of data.clocks)
    expect(Math.abs(offsetMs)).toBeLessThan(uncertaintyMs + 50)
  for (const mark of data.marks) expect(mark.fromMs).toBeGreaterThan(begun.getTime() - 2_000)
  // Each lane is one query of a node, with its own text to copy; beside them only which logs there are.
  const names = queries
    .filter(({ node, name }) => node === first && name.startsWith('incident_'))
    .map(({ name }) => name)
  expect(names.length).toBe(10)
  expect(new Set(names).size).toBe(names.length)
})

it('shows no literal of a statement, and nothing of the console itself', async () => {
  const { data } = await look()
  const text = JSON.stringify([data.series, data.marks])
  expect(text).not.toContain('secret word')
  expect(text).not.toContain('system.query_log')
})

it('a step that nobody measured has no value, and a quiet time accuses nobody', async () => {
  const from = new Date(begun.getTime() - 120_000)
  const { data } = await look({ from })
  const rate = data.series.find(({ measure }) => measure === 'store-requests')
  expect(rate?.values[0]).toBe(null)
  expect(data.gaps.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining(`system.query_log of ${first} begins at`),
      `There is no sample of ${first} in this range.`,
    ]),
  )
  expect(data.explanation).toMatchObject({ symptom: null, causes: [] })
})

it('a node that is down is a gap with its name, and the others are read', async () => {
  await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)?.kill()
  const { data, nodes } = await look()
  expect(nodes.find(({ name }) => name === second)?.state).not.toBe('ok')
  expect(data.gaps.some(({ node, reason }) => node === second && reason.includes('does not answer'))).toBe(
    true,
  )
  expect(data.series.flatMap(({ nodes: own }) => own)).not.toContain(second)
  expect(data.series.length).toBeGreaterThan(0)
})
