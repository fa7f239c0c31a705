import { getDiskBenchmark, startDiskBenchmark } from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BenchmarkLab, openBenchmarkLab } from '../testing/benchmark-lab.ts'
import { compareShown } from '../testing/sent-statements.ts'

let lab: BenchmarkLab
beforeAll(async () => {
  lab = await openBenchmarkLab({ nodes: 'it makes the store of its nodes fail' })
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

type Spec = Parameters<typeof startDiskBenchmark>[1]['spec']

const start = async (disk: string, change: Partial<Spec> = {}): Promise<string> => {
  const shapes = { formats: ['wide', 'compact'] as ('wide' | 'compact')[], columns: [3], parts: [1, 4] }
  const spec = { node: lab.node, database: 'lab', disk, ...shapes, rows: 8_000, runs: 2, ...change }
  return (await startDiskBenchmark(lab.ctx, { cluster: lab.clusterId, spec })).id
}

describe('a disk is written and read in every shape', () => {
  it.each([
    ['default', 'local'],
    ['cold', 'object'],
    ['cold_cache', 'cached'],
  ])('%s', async (disk, kind) => {
    const since = new Date()
    const id = await start(disk)
    await expect(start(disk)).rejects.toMatchObject({ code: 'conflict' })
    const { status, error } = await lab.drive(id)
    expect([status, error]).toEqual(['completed', null])
    const bench = await getDiskBenchmark(lab.asRole('viewer'), { id })
    expect(bench.spec.kind).toBe(kind)
    expect(bench.runs.map(({ fault }) => fault)).toEqual(bench.runs.map(() => null))
    const { sent, shown } = await compareShown(lab, lab.node, bench.sent, since)
    expect(shown).toEqual(sent)
    expect(bench.cases.map(({ key }) => key)).toEqual(['wide-3-1', 'wide-3-4', 'compact-3-1', 'compact-3-4'])
    for (const { steps, bytes } of bench.cases) {
      expect(bytes).toBeGreaterThan(8_000n * 8n * 2n)
      for (const { runs, medianMs, bytesPerSecond } of Object.values(steps)) {
        expect([
          runs,
          medianMs !== null && medianMs > 0,
          bytesPerSecond !== null && bytesPerSecond > 0,
        ]).toEqual([...[2, true, true]])
      }
    }
    const [one, four, compact] = bench.cases
    // A file for each column and its marks; compact parts have all columns in one.
    expect(Number(four?.files)).toBe(4 * Number(one?.files))
    expect(compact?.files).toBeLessThan(one?.files ?? 0n)
    if (kind !== 'local') {
      expect(four?.steps.insert.requests).toBeGreaterThan(one?.steps.insert.requests ?? 0n)
      expect(compact?.steps.insert.requests).toBeLessThan(one?.steps.insert.requests ?? 0n)
      expect(one?.steps['read-cold'].requests).toBeGreaterThan(0n)
    }
    if (kind === 'cached') expect(one?.steps['read-warm'].requests).toBe(0n)
    expect([await lab.listScratch(), bench.scratchLeft]).toEqual([[], []])
    const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
    expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
      ...[
        ['benchmark.start', 'requested'],
        ['benchmark.finish', 'succeeded'],
      ],
    ])
  })
})

it('rejects what the node does not have, what does not fit, and users without the rights', async () => {
  await expect(start('gone')).rejects.toMatchObject({ code: 'not_found' })
  await expect(start('cold', { database: 'gone' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(start('default', { rows: 50_000_000, columns: [400] })).rejects.toMatchObject({
    code: 'conflict',
  })
  const spec = { node: lab.node, database: 'lab', disk: 'default', columns: [1], parts: [1] }
  await expect(
    startDiskBenchmark(lab.asRole('viewer'), { cluster: 'lab', spec: { ...spec, formats: ['wide'] } }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

it('skips a shape when the disk fails, and still drops its tables', async () => {
  await lab.store.inject({ operation: 'GetObject', status: 403 })
  const id = await start('cold', { formats: ['wide'], parts: [1], runs: 2 })
  const { status } = await lab.drive(id)
  await lab.store.clearFaults()
  const { runs } = await getDiskBenchmark(lab.ctx, { id })
  expect(status).toBe('failed')
  expect(runs.some((run) => run.status === 'failed' && run.fault !== null)).toBe(true)
  expect(runs.slice(-3).map((run) => run.status)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(await lab.listScratch()).toEqual([])
})

it('has the same result whichever step its worker is killed at', { timeout: 300_000 }, async () => {
  const crashes = await lab.crashAlong(
    { from: 3, by: 7, when: ['sent', 'after'] },
    () => start('cold_cache', { formats: ['wide'], parts: [2], runs: 1 }),
    async (id, crashed) => {
      const bench = await getDiskBenchmark(lab.ctx, { id })
      expect([...crashed, bench.status, bench.error, await lab.listScratch()]).toEqual([
        ...[...crashed, 'completed', null, []],
      ])
    },
  )
  expect(crashes).toBeGreaterThan(3)
})
