import { createObjectStore } from '@frostline/object-store'
import { cancelBenchmark, getConformance, inspectBenchNode, startConformance } from '@frostline/services'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BenchmarkLab, openBenchmarkLab } from '../testing/benchmark-lab.ts'
import { compareShown } from '../testing/sent-statements.ts'
import { until } from '../testing/until.ts'

let lab: BenchmarkLab
beforeAll(async () => {
  lab = await openBenchmarkLab({ nodes: 'it makes the store of its nodes fail' })
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

const start = async (disk: string, policy: string | null = null): Promise<string> =>
  (
    await startConformance(lab.ctx, {
      ...{ cluster: lab.clusterId, node: lab.node, database: 'lab', disk, policy, rows: 8_000 },
    })
  ).id

/** With a separate client of the store. */
async function countObjects(): Promise<number> {
  const { endpoint, accessKeyId, secretAccessKey } = lab.store
  const bare = createObjectStore({ endpoint, region: 'us-east-1', accessKeyId, secretAccessKey })
  let count = 0
  for await (const { objects } of bare.list(lab.bucket)) count += objects.length
  bare.close()
  return count
}

const whole = [
  ...['write', 'read', 'read-cached', 'check', 'optimize', 'update', 'delete', 'lightweight-delete'],
  ...['detach', 'attach', 'move-write', 'move-there', 'move-back', 'move-drop', 'drop', 'left'],
]

describe('a disk that does what a table needs', () => {
  it.each([
    ['cold_cache', whole],
    ['default', whole.filter((check) => check !== 'read-cached')],
    ['cold', whole.filter((check) => check !== 'read-cached' && !check.startsWith('move-'))],
  ])('%s passes, and nothing is left in the bucket', async (disk, checks) => {
    const objects = await countObjects()
    const since = new Date()
    const id = await start(disk)
    await expect(start(disk)).rejects.toMatchObject({ code: 'conflict' })
    const { status } = await lab.drive(id)
    const check = await getConformance(lab.asRole('viewer'), { id })
    expect(check.checks.map((each) => [each.check, each.status, each.error])).toEqual(
      checks.map((name) => [name, 'completed', null]),
    )
    expect(status).toBe('completed')
    const { sent, shown } = await compareShown(lab, lab.node, check.sent, since)
    expect(shown).toEqual(sent)
    for (const { elapsedMs } of check.checks) expect(elapsedMs).toBeGreaterThan(0)
    if (disk !== 'default')
      expect(check.checks.at(-1)?.note).toMatch(/^\d+ objects written, 0 left, by the request log/)
    expect([await lab.listScratch(), check.scratchLeft]).toEqual([[], []])
    expect(await countObjects()).toBe(objects)
  })
})

it('reports which check a disk fails, skips what depends on it, and still drops its tables', async () => {
  const id = await start('cold_cache')
  const driving = lab.drive(id)
  await until(async () => {
    const { checks } = await getConformance(lab.ctx, { id })
    return checks.some(({ check, status }) => check === 'write' && status === 'completed')
  })
  await lab.store.inject({ operation: 'GetObject', status: 403 })
  const { status } = await driving
  await lab.store.clearFaults()
  const { checks } = await getConformance(lab.ctx, { id })
  expect(status).toBe('failed')
  expect(checks.some((each) => each.status === 'failed' && each.error !== null)).toBe(true)
  expect(checks.find(({ check }) => check === 'drop')?.status).toBe('completed')
  expect(await lab.listScratch()).toEqual([])
})

it('rejects what the node does not have, and users without the rights', async () => {
  await expect(start('gone')).rejects.toMatchObject({ code: 'not_found' })
  await expect(start('cold', 'default')).rejects.toMatchObject({ code: 'not_found' })
  const draft = { cluster: lab.clusterId, node: lab.node, database: 'system', disk: 'default' }
  await expect(startConformance(lab.ctx, draft)).rejects.toMatchObject({ code: 'not_found' })
  await expect(startConformance(lab.asRole('viewer'), draft)).rejects.toMatchObject({ code: 'forbidden' })
  const { data } = await inspectBenchNode(lab.ctx, { cluster: lab.clusterId, node: lab.node })
  expect(data.databases).toContain('lab')
  expect(data.policies.find(({ name }) => name === 'tiered')?.disks).toContain('cold_cache')
})

it('is cancelled before it starts, without a table', async () => {
  const id = await start('default')
  expect(await cancelBenchmark(lab.ctx, { id })).toMatchObject({ status: 'cancelled' })
  expect(await lab.listScratch()).toEqual([])
})

it('has the same result whichever step its worker is killed at', { timeout: 300_000 }, async () => {
  const crashes = await lab.crashAlong(
    { from: 3, by: 23, when: ['sent', 'after'] },
    () => start('cold_cache'),
    async (id, crashed) => {
      const check = await getConformance(lab.ctx, { id })
      expect([...crashed, check.status, check.error, await lab.listScratch()]).toEqual([
        ...[...crashed, 'completed', null, []],
      ])
    },
  )
  expect(crashes).toBeGreaterThan(4)
})
