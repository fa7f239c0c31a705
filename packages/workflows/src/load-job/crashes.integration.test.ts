import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { seededRandom } from '../testing/seeded-random.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2, own: { nodes: 'it kills nodes' } })
  for (let part = 0; part < 3; part++) {
    await lab.putCsv(`crash/${part}.csv`, part * 50, 50)
    await lab.putCsv(`broken/${part}.csv`, part * 50, 50, 10)
  }
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

/**
 * `collect`: by split, with bad rows that are kept in a table. `attach`: by split, arriving by ATTACH and DROP PARTITION as in
 * a replicated table, which the embedded engine does not have.
 */
const ways = ['split', 'cluster', 'collect', 'attach'] as const
type Way = (typeof ways)[number]

/** A job whose first worker ends at a step; the second one finishes it. Answers the step; null when there is none such. */
async function loadWithCrash(table: string, way: Way, point: CrashPoint): Promise<string | null> {
  const collects = way === 'collect'
  for (const [, client] of lab.admins)
    for (const each of [table, `${table}_bad`])
      await client.command({ query: `TRUNCATE TABLE IF EXISTS lab.${each}` })
  const into = { database: 'lab', table: `${table}_bad` }
  const id = await lab.request(table, collects ? 'broken/' : 'crash/', {
    strategy:
      way === 'cluster'
        ? { kind: 'cluster', cluster: lab.cluster, initiator: lab.first }
        : { kind: 'split', nodes: lab.nodes },
    replicated: way === 'attach',
    ...(collects ? { badRows: { kind: 'collect', maxRowsPerObject: 9, into } } : {}),
  })
  const { db, clusters, state } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
  const crashed = await lab.drive(id, { db, clusters }).then(
    () => false,
    (error: unknown) => {
      if (state.dead) return true
      throw error
    },
  )
  const job = crashed ? await lab.drive(id) : await lab.load(id)
  const where = `${way}, step ${point.step} (${state.at}), ${point.when}, stride ${stride}, seed ${seed}`
  expect([where, job.status, job.error, await lab.sumTable(table)]).toEqual([
    where,
    'completed',
    null,
    await lab.sumOf(150, collects ? 'number % 10 = 0' : '0'),
  ])
  if (collects)
    expect([where, await lab.sumBadRows(into.table)]).toEqual([where, { rows: '15', distinct: '15' }])
  expect([where, await lab.listStaging(), await lab.listRecords()]).toEqual([where, [], []])
  return state.at === '' ? null : state.at
}

/**
 * A step takes some seconds, so a test run tries every so many of them. The whole sweep: FROSTLINE_CRASH_STRIDE=1. One step
 * again: FROSTLINE_CRASH_STRIDE and FROSTLINE_CRASH_SEED as the failure names them.
 */
const stride = Number(process.env.FROSTLINE_CRASH_STRIDE ?? 45)
const seed = Number(process.env.FROSTLINE_CRASH_SEED ?? 36)

for (const way of ways)
  it(`${way}: loses and doubles nothing, at whichever step its worker ends`, {
    timeout: stride === 1 ? 3_600_000 : 240_000,
  }, async () => {
    const table = `crash_${way}`
    await lab.createTarget(table)
    const steps: string[] = []
    const upkeep = lab.keepNodesUp()
    try {
      for (let step = 1 + (seed % stride); ; step += stride) {
        const at = await loadWithCrash(table, way, { step, when: 'sent' })
        if (at === null) break
        steps.push(at)
        // Of a statement, that its answer came is another moment than that it was sent.
        if (stride === 1) await loadWithCrash(table, way, { step, when: 'after' })
      }
    } finally {
      await upkeep.stop()
    }
    expect(steps.length).toBeGreaterThan(40 / stride)
    if (stride > 1) return
    const arrival = way === 'attach' ? 'ATTACH PARTITION' : 'MOVE PARTITION'
    expect(steps.filter((at) => at.includes(arrival)).length).toBeGreaterThanOrEqual(lab.nodes.length)
  })

it('loses and doubles nothing when nodes are killed at random moments', { timeout: 300_000 }, async () => {
  const table = 'node_kills'
  await lab.createTarget(table)
  for (let part = 0; part < 8; part++) await lab.putCsv(`kills/${part}.csv`, part * 5000, 5000)
  const random = seededRandom(7)
  for (let round = 0; round < 3; round++) {
    for (const [, client] of lab.admins) await client.command({ query: `TRUNCATE TABLE lab.${table}` })
    const id = await lab.request(table, 'kills/', {
      batch: { maxBytes: '1000000000', maxObjects: 2 },
      strategy:
        round === 1
          ? { kind: 'cluster', cluster: lab.cluster, initiator: lab.first }
          : { kind: 'split', nodes: lab.nodes },
      replicated: round === 2,
    })
    const driving = lab.drive(id)
    let ended = false
    const end = driving.finally(() => {
      ended = true
    })
    // So many that it is disturbed in several batches, and so few that it comes to its end.
    for (let kill = 0; kill < 4; kill++) {
      await Promise.race([end, sleep(200 + random() * 800)])
      const node = lab.clickhouse.nodes[Math.floor(random() * lab.clickhouse.nodes.length)]
      if (ended || !node) break
      await node.kill()
      await sleep(random() * 500)
      await node.start()
    }
    expect((await end).status).toBe('completed')
    expect(await lab.sumTable(table)).toEqual(await lab.sumOf(40_000))
  }
})
