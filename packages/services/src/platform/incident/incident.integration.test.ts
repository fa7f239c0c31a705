import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startConsole, type TestConsole } from '../reading/testing/start-console.ts'
import {
  exportIncident,
  freezeIncident,
  getFrozenIncident,
  getIncident,
  importIncident,
  listFrozenIncidents,
  measureIncident,
  removeFrozenIncident,
} from './index.ts'

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
  expect(names.length).toBe(11)
  expect(new Set(names).size).toBe(names.length)
})

it('shows no literal of a statement, and nothing of the console itself', async () => {
  const { data } = await look()
  const text = JSON.stringify([data.series, data.marks])
  expect(text).not.toContain('secret word')
  expect(text).not.toContain('system.query_log')
})

it('counts a statement that still runs in each step since its start', async () => {
  // The clocks of node and console differ by some milliseconds.
  const from = new Date(Date.now() - 2_000)
  const ended = at
    .ask(
      first,
      'SELECT sleepEachRow(0.5) FROM numbers(200) SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0',
    )
    .catch((error: unknown) => String(error))
  const measure = async (since = from) => {
    const { data } = await look({ from: since })
    const own = data.series.find(({ label }) => label.includes('sleepEachRow'))
    const of = (name: string) =>
      (data.series.find((each) => each.measure === name && each.label === own?.label)?.values ?? []).filter(
        (value) => value != null,
      )
    return { p99: of('query-p99'), starts: of('query-rate').filter((value) => value > 0) }
  }
  let seen = await measure()
  await expect
    .poll(async () => {
      seen = await measure()
      return seen.p99.length
    })
    .toBeGreaterThanOrEqual(6)
  expect(Math.min(...seen.p99)).toBeGreaterThan(5_000)
  expect(seen.starts).toHaveLength(1)
  // One that hangs since before the range is part of each step of it.
  const later = await measure(new Date(Date.now() - 3_000))
  expect(later.p99.length).toBeGreaterThanOrEqual(3)
  expect(later.starts).toEqual([])
  // The statement that keeps an embedded node running lasts longer, and is no query of the cluster.
  const { data } = await look()
  expect(data.series.filter(({ label }) => label.includes('FROM file('))).toEqual([])
  await at.ask(first, "KILL QUERY WHERE query LIKE 'SELECT sleepEachRow(0.5)%' SYNC")
  expect(await ended).toContain('QUERY_WAS_CANCELLED')
})

it('counts the requests of a statement before it ends', async () => {
  const { store } = at.stack.embedded
  const from = new Date(Date.now() - 2_000)
  await store.inject({ operation: 'GetObject', status: 503, code: 'SlowDown', latencyMs: 3_000 })
  const ended = at
    .ask(first, 'SELECT sum(length(t)) AS hangs FROM shop.cold SETTINGS enable_filesystem_cache = 0')
    .catch((error: unknown) => error)
  try {
    await expect
      .poll(async () => {
        const { data } = await look({ from })
        const { values = [] } = data.series.find(({ measure }) => measure === 'store-throttled') ?? {}
        return Math.max(0, ...values.map((value) => value ?? 0))
      })
      .toBeGreaterThan(0)
    const running = "SELECT count() FROM system.processes WHERE query LIKE 'SELECT sum(length(t)) AS hangs%'"
    expect(await at.ask(first, running)).toEqual([{ 'count()': '1' }])
  } finally {
    await store.clearFaults()
    await ended
  }
})

it('knows the time of reads in each step that a statement ran in', async () => {
  const { store } = at.stack.embedded
  const from = new Date(Date.now() - 2_000)
  await store.inject({ operation: 'GetObject', latencyMs: 3_000 })
  try {
    await at.ask(first, 'SELECT max(length(t)) FROM shop.cold SETTINGS enable_filesystem_cache = 0')
  } finally {
    await store.clearFaults()
  }
  await at.ask(first, 'SYSTEM FLUSH LOGS')
  const { data } = await look({ from })
  const { values = [] } = data.series.find(({ measure }) => measure === 'store-latency') ?? {}
  expect(values.filter((value) => value !== null && value >= 2_900).length).toBeGreaterThan(2)
})

it('a step that nobody measured has no value, and a quiet time accuses nobody', async () => {
  const from = new Date(begun.getTime() - 120_000)
  const { data } = await look({ from })
  const rate = data.series.find(({ measure }) => measure === 'store-requests')
  expect(rate?.values[0]).toBe(null)
  expect(data.gaps.map(({ reason }) => reason)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('system.query_log begins at'),
      'There is no sample in this range.',
    ]),
  )
  const samples = data.gaps.filter(({ reason }) => reason === 'There is no sample in this range.')
  expect(samples.map(({ nodes }) => nodes)).toEqual([[first, second].toSorted()])
  expect(data.explanation).toMatchObject({ symptom: null, causes: [] })
})

it('shows a silence that overlaps the range, and not another one', async () => {
  const { id: clusterId } = await at.ctx.db.cluster.findFirstOrThrow()
  const from = new Date(begun.getTime() - 600_000)
  const ago = (minutes: number) => new Date(from.getTime() - minutes * 60_000)
  const silence = (minutes: number, endedAt: Date) => ({
    ...{ clusterId, nodeName: second, answeredAt: ago(minutes), failedFrom: ago(minutes), endedAt },
  })
  await at.ctx.db.nodeSilence.createMany({ data: [silence(60, ago(30)), silence(20, begun)] })
  const { data } = await look({ from })
  expect(data.marks.filter(({ key }) => key.startsWith('away '))).toMatchObject([
    { node: second, fromMs: ago(20).getTime(), toMs: begun.getTime(), label: 'A node did not answer' },
  ])
  await at.ctx.db.nodeSilence.deleteMany()
})

describe('a frozen incident', () => {
  const range = () => ({ cluster: at.cluster, from: begun, to: new Date() })

  it('shows what the page has shown, for as long as it was to be kept, and says its size before', async () => {
    const given = range()
    const contents = await measureIncident(at.ctx, given)
    expect(contents).toMatchObject({ nodes: [first, second], people: expect.arrayContaining(['admin']) })
    expect(contents.storedBytes).toBeLessThan(contents.plainBytes)
    const { id, expiresAt, storedBytes } = await freezeIncident(at.ctx, { ...given, title: 'Moves', days: 7 })
    expect(Math.abs(storedBytes - contents.storedBytes)).toBeLessThan(2_000)
    const live = await getIncident(at.ctx, given)
    const opened = await getFrozenIncident(at.ctx, { cluster: at.cluster, id })
    expect(opened.data.explanation).toEqual(live.data.explanation)
    expect(opened.data.series.map(({ measure, subject }) => [measure, subject])).toEqual(
      live.data.series.map(({ measure, subject }) => [measure, subject]),
    )
    expect(opened.frozen).toMatchObject({ origin: 'frozen', title: 'Moves' })
    const later = { ...at.ctx, now: () => new Date(expiresAt.getTime() + 1) }
    await expect(getFrozenIncident(later, { cluster: at.cluster, id })).rejects.toMatchObject({
      code: 'not_found',
    })
    // Whoever freezes the next one deletes it.
    await freezeIncident(later, { ...given, days: 1 })
    expect(await listFrozenIncidents(at.ctx, { cluster: at.cluster })).toHaveLength(1)
  })

  it('becomes a file without names of people and literals, which opens as imported', async () => {
    const file = await exportIncident(at.ctx, { ...range(), title: 'To share' })
    const plain = gunzipSync(Buffer.from(file.content, 'base64')).toString()
    expect(plain).toContain('shop.cold')
    expect(plain).not.toContain('by admin')
    expect(plain).not.toContain('secret word')
    const imported = await importIncident(at.ctx, { cluster: at.cluster, content: file.content })
    expect(imported).toMatchObject({ origin: 'imported', title: 'To share' })
    const opened = await getFrozenIncident(at.ctx, { cluster: at.cluster, id: imported.id })
    expect(opened.data.series.length).toBeGreaterThan(0)
    await removeFrozenIncident(at.ctx, { cluster: at.cluster, id: imported.id })
    const entries = await at.ctx.db.auditEntry.findMany({
      where: { objectType: 'incident' },
      // The test before had a later clock.
      orderBy: { id: 'asc' },
    })
    expect(entries.slice(-3).map(({ action }) => action)).toEqual([
      'incident.export',
      'incident.import',
      'incident.remove-frozen',
    ])
  })

  it('refuses files that are no incident, of another version, changed, or too large', async () => {
    const { content } = await exportIncident(at.ctx, range())
    const file = JSON.parse(gunzipSync(Buffer.from(content, 'base64')).toString())
    const send = (given: unknown) =>
      importIncident(at.ctx, {
        cluster: at.cluster,
        content: gzipSync(JSON.stringify(given)).toString('base64'),
      })
    await expect(send({})).rejects.toThrow('It is no incident of Frostline')
    await expect(send({ ...file, version: 2 })).rejects.toThrow('It has version 2')
    await expect(send({ ...file, script: 'x' })).rejects.toThrow('Unrecognized key')
    await expect(send({ ...file, data: { ...file.data, stepSeconds: 0 } })).rejects.toThrow(
      'data.stepSeconds',
    )
    await expect(send({ ...file, title: ' '.repeat(17_000_000) })).rejects.toThrow('when unpacked')
    await expect(importIncident(at.ctx, { cluster: at.cluster, content: 'AAAA' })).rejects.toThrow(
      'not JSON in gzip',
    )
  })

  it('is frozen, imported and deleted by operators', async () => {
    const viewer = { ...at.ctx, actor: { ...at.ctx.actor, role: 'viewer' as const } }
    await expect(freezeIncident(viewer, range())).rejects.toMatchObject({ code: 'forbidden' })
    await expect(importIncident(viewer, { cluster: at.cluster, content: 'AAAA' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(removeFrozenIncident(viewer, { cluster: at.cluster, id: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await listFrozenIncidents(viewer, { cluster: at.cluster })).toHaveLength(1)
  })
})

it('a node that is down is a gap with its name, and the others are read', async () => {
  await at.stack.embedded.clickhouse.nodes.find(({ name }) => name === second)?.kill()
  const { data, nodes } = await look()
  expect(nodes.find(({ name }) => name === second)?.state).not.toBe('ok')
  expect(
    data.gaps.some(({ nodes: [name], reason }) => name === second && reason.startsWith('Does not answer')),
  ).toBe(true)
  expect(data.series.flatMap(({ nodes: own }) => own)).not.toContain(second)
  expect(data.series.length).toBeGreaterThan(0)
})
