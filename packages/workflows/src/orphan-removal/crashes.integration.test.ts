import { setTimeout as sleep } from 'node:timers/promises'
import { restoreOrphanRemoval } from '@frostline/services'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BucketLab, openBucketLab, randomObjectName } from '../testing/bucket-lab.ts'
import type { CrashPoint } from '../testing/crashing-worker.ts'
import { removalsIn } from '../testing/removal-lab.ts'

let lab: BucketLab
let removals: ReturnType<typeof removalsIn>
let live: string[] = []
beforeAll(async () => {
  lab = await openBucketLab({ shards: 2 })
  removals = removalsIn(lab)
  await lab.createCold('trips', 2)
  // While a merge runs, even of a log, an audit does not judge young objects.
  await lab.runAll('SYSTEM STOP MERGES')
  live = [...new Set(await lab.listLive())].toSorted()
}, 120_000)
/** What a failed case has left is no orphan of the next one. */
beforeEach(async () => {
  await lab.db.run.updateMany({ where: { kind: 'orphan-removal' }, data: { status: 'cancelled' } })
  for (const key of await lab.listKeys('')) if (!live.includes(key)) await lab.remove(key)
})
afterAll(() => lab.close())

/** As for loads: every so many steps; FROSTLINE_CRASH_STRIDE=1 tries each, between and within its requests. */
const stride = Number(process.env.FROSTLINE_CRASH_STRIDE ?? 23)
const seed = Number(process.env.FROSTLINE_CRASH_SEED ?? 12)
const text = 'left behind'

async function plant(): Promise<string[]> {
  const [first = '', second = ''] = lab.nodes
  const keys = [first, second, first].map((node) => `${lab.prefixOf(node)}${randomObjectName()}`)
  for (const key of keys) await lab.put(key, text)
  await lab.leaveUpload(`${lab.prefixOf(first)}${randomObjectName()}`)
  return keys
}

/** Each orphan is at its key or in quarantine, complete; and live objects are untouched. */
async function expectNothingLost(id: string, keys: readonly string[], where: string): Promise<void> {
  const stored = new Set(await lab.listKeys(''))
  expect([where, live.filter((key) => !stored.has(key))]).toEqual([where, []])
  const lost = keys.filter((key) => !stored.has(key) && !stored.has(`frostline-quarantine/${id}/${key}`))
  expect([where, lost]).toEqual([where, []])
}

const cases = (['copy', 'tag'] as const).flatMap((way) =>
  (['deleted', 'restored'] as const).map((end) => [way, end] as const),
)

it.each(cases)(
  'by %s: wherever its worker is killed, all is %s, and each check before finds all',
  {
    timeout: stride === 1 ? 3_600_000 : 240_000,
  },
  async (way, end) => {
    const reached = { quarantining: 0, last: 0 }
    for (let step = 1 + (seed % stride); ; step += stride) {
      const point: CrashPoint = { step, when: step % 2 === 0 ? 'sent' : 'after' }
      const keys = await plant()
      await sleep(2_100)
      const id = await removals.start(await removals.auditFor(keys), { way })
      const at = await removals.crash(id, point)
      const where = `${way}, ${end}, step ${step} (${at}), ${point.when}, stride ${stride}, seed ${seed}`
      if (at !== null) reached.quarantining += 1
      await expectNothingLost(id, keys, where)
      if ((await removals.find(id)).status !== 'waiting') await removals.drive(id)
      await expectNothingLost(id, keys, where)
      expect([where, (await removals.find(id)).status]).toEqual([where, 'waiting'])
      if (end === 'deleted') await removals.approve(id)
      else await restoreOrphanRemoval(removals.admin, { id })
      const last = await removals.crash(id, point)
      if (last !== null) reached.last += 1
      if (end === 'restored') await expectNothingLost(id, keys, `${where}, then ${last}`)
      const { status } = await removals.find(id)
      const settled =
        status === 'completed' || status === 'cancelled' ? status : (await removals.drive(id)).status
      expect([where, last, settled]).toEqual([where, last, end === 'deleted' ? 'completed' : 'cancelled'])
      const objects = await removals.objects(id)
      const ends = objects
        .filter(({ kind }) => kind !== 'upload')
        .map(({ state, reason }) => (reason === null ? state : `${state}: ${reason}`))
      expect([where, last, ends]).toEqual([where, last, [end, end, end]])
      const stored = await lab.listKeys('')
      expect([where, last, stored.toSorted()]).toEqual([
        ...[where, last],
        [...live, ...(end === 'deleted' ? [] : keys)].toSorted(),
      ])
      for (const key of keys) await lab.remove(key)
      if (at === null && last === null) break
    }
    expect(reached.quarantining).toBeGreaterThan(30 / stride)
    expect(reached.last).toBeGreaterThan(20 / stride)
  },
)
