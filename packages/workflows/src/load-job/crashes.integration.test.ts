import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'
import { seededRandom } from '../testing/seeded-random.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2 })
  for (let part = 0; part < 3; part++) await lab.putCsv(`crash/${part}.csv`, part * 50, 50)
})
afterEach(() => lab.store.clearFaults())
afterAll(() => lab?.close())

/** A job whose first worker ends at a step; the second one finishes it. Answers the step; null when there is none such. */
async function loadWithCrash(
  table: string,
  strategy: 'split' | 'cluster',
  point: CrashPoint,
): Promise<string | null> {
  for (const [, client] of lab.admins) await client.command({ query: `TRUNCATE TABLE lab.${table}` })
  const id = await lab.request(table, 'crash/', {
    strategy:
      strategy === 'split'
        ? { kind: 'split', nodes: lab.nodes }
        : { kind: 'cluster', cluster: lab.cluster, initiator: lab.first },
  })
  const { db, clusters, state } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
  const crashed = await lab.drive(id, { db, clusters }).then(
    () => false,
    (error: unknown) => {
      if (state.dead) return true
      throw error
    },
  )
  const job = crashed ? await lab.drive(id) : await lab.db.loadJob.findUniqueOrThrow({ where: { id } })
  const where = `${strategy}, step ${point.step} (${state.at}), ${point.when}`
  expect([where, job.status, job.error, await lab.sumTable(table)]).toEqual([
    where,
    'completed',
    null,
    await lab.sumOf(150),
  ])
  expect([where, await lab.listStaging()]).toEqual([where, []])
  return state.at === '' ? null : state.at
}

for (const strategy of ['split', 'cluster'] as const)
  it(`${strategy}: loses and doubles nothing, at whichever step its worker ends`, {
    timeout: 600_000,
  }, async () => {
    const table = `crash_${strategy}`
    await lab.createTarget(table)
    const steps: string[] = []
    for (let step = 1; ; step++) {
      const at = await loadWithCrash(table, strategy, {
        step,
        when: (['before', 'sent', 'after'] as const)[step % 3] ?? 'after',
      })
      if (at === null) break
      steps.push(at)
    }
    expect(steps.filter((at) => at.includes('MOVE PARTITION')).length).toBeGreaterThan(3)
    expect(steps.length).toBeGreaterThan(40)
  })

it('loses and doubles nothing when statements that move partitions go on without their worker', async () => {
  const table = 'crash_moves'
  await lab.createTarget(table)
  for (let step = 50; step < 75; step++) {
    const at = await loadWithCrash(table, 'split', { step, when: 'sent' })
    if (at === null) break
  }
}, 300_000)

it('loses and doubles nothing when nodes are killed at random moments', { timeout: 300_000 }, async () => {
  const table = 'node_kills'
  await lab.createTarget(table)
  for (let part = 0; part < 8; part++) await lab.putCsv(`kills/${part}.csv`, part * 5000, 5000)
  const random = seededRandom(7)
  for (let round = 0; round < 4; round++) {
    for (const [, client] of lab.admins) await client.command({ query: `TRUNCATE TABLE lab.${table}` })
    const id = await lab.request(table, 'kills/', {
      batch: { mostBytes: '1000000000', mostObjects: 2 },
      strategy:
        round % 2 === 0
          ? { kind: 'split', nodes: lab.nodes }
          : { kind: 'cluster', cluster: lab.cluster, initiator: lab.first },
    })
    const driving = lab.drive(id)
    let ended = false
    const end = driving.finally(() => {
      ended = true
    })
    while (!ended) {
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
