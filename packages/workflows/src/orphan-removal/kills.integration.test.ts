import { setTimeout as sleep } from 'node:timers/promises'
import { howMany } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BucketLab, openBucketLab } from '../testing/bucket-lab.ts'
import { createLive, keepBusy, plantOrphans } from '../testing/orphan-scene.ts'
import type { ProductProcess } from '../testing/product-process.ts'
import { removalsIn } from '../testing/removal-lab.ts'
import { seededRandom } from '../testing/seeded-random.ts'

/** Of each of the five kinds. */
const orphans = howMany({ usually: 40, long: 200 })
/** In each of five parts on both nodes. */
const objects = howMany({ usually: 80, long: 400 })

let lab: BucketLab
beforeAll(async () => {
  lab = await openBucketLab({ shards: 2 })
}, 120_000)
afterAll(() => lab.close())

/** Kills the worker program repeatedly until the removal is at rest; returns how often. */
async function killUntil(id: string, resting: string, worker: { current: ProductProcess }): Promise<number> {
  const random = seededRandom(11)
  const deadline = Date.now() + 180_000
  for (let kills = 0; ; ) {
    await sleep(150 + random() * 600)
    const { status } = await lab.db.run.findUniqueOrThrow({ where: { id } })
    if (status === resting) return kills
    if (Date.now() > deadline) throw new Error(`The removal is ${status} after ${kills} kills.`)
    // Another worker takes over after some seconds: twice, then it is allowed to finish.
    if (kills === 2) continue
    await worker.current.kill()
    kills += 1
    if (kills === 2) await lab.store.clearFaults()
    worker.current = await lab.startWorker()
  }
}

/** Until the last kill: the work outlasts the wait before the first one, even where this process is delayed. */
async function slowDown(): Promise<void> {
  for (const operation of ['DeleteObject', 'CopyObject'] as const)
    await lab.store.inject({ operation, latencyMs: 20_000 / orphans })
}

it(`finds ${5 * orphans} orphans of five kinds among ${10 * objects} live objects, and removes only them, while its worker is killed`, {
  timeout: 480_000,
}, async () => {
  const removals = removalsIn(lab)
  const planted = await plantOrphans(lab, orphans)
  await createLive(lab, 'live', 5, objects)
  const still = [...new Set(await lab.listLive())]
  expect(still.length).toBeGreaterThan(9.5 * objects)
  await sleep(2_100)
  const auditId = await removals.auditFor(planted)
  const found = (await lab.findings(auditId, 'orphan')).map(({ key }) => key)
  expect(found.toSorted()).toEqual(planted.toSorted())

  const busy = keepBusy(lab)
  const kills = { quarantining: 0, deleting: 0 }
  const worker = { current: await lab.startWorker() }
  let id = ''
  try {
    const { id: second } = await lab.start()
    while ((await lab.db.run.findUniqueOrThrow({ where: { id: second } })).status !== 'completed')
      await sleep(200)
    const whileBusy = (await lab.findings(second, 'orphan')).map(({ key }) => key)
    expect(whileBusy.filter((key) => busy.live.has(key) || still.includes(key))).toEqual([])
    busy.stopListing()
    await slowDown()
    id = await removals.start(auditId)
    kills.quarantining = await killUntil(id, 'waiting', worker)
    await slowDown()
    await removals.approve(id)
    kills.deleting = await killUntil(id, 'completed', worker)
  } finally {
    await lab.store.clearFaults()
    await worker.current.kill()
    await busy.stop()
  }
  expect(kills.quarantining).toBeGreaterThan(0)
  expect(kills.deleting).toBeGreaterThan(0)
  // The stale upload's state depends on whether running work may have started it.
  const states = await lab.db.orphanRemovalObject.groupBy({
    by: ['state'],
    where: { removalId: id, kind: { not: 'upload' } },
    _count: true,
  })
  expect(states).toEqual([{ state: 'deleted', _count: 5 * orphans }])
  const stored = new Set(await lab.listKeys(''))
  expect(planted.filter((key) => stored.has(key))).toEqual([])
  expect([...stored].filter((key) => key.startsWith('frostline-quarantine/'))).toEqual([])
  expect(still.filter((key) => !stored.has(key))).toEqual([])
  expect([...new Set(await lab.listLive())].filter((key) => !stored.has(key))).toEqual([])
  for (const node of lab.nodes)
    expect(await lab.ask(node, 'SELECT count() AS rows, sum(c7) AS sum FROM lab.live')).toEqual([
      { rows: 50, sum: 10 * (7 + 8 + 9 + 10 + 11) },
    ])
})
