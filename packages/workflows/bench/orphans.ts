import { setTimeout as sleep } from 'node:timers/promises'
import { type BucketLab, openBucketLab } from '../src/testing/bucket-lab.ts'
import { createLive, keepBusy, orphanText, plantOrphans } from '../src/testing/orphan-scene.ts'
import { removalsIn } from '../src/testing/removal-lab.ts'
import { time, watchMemory } from './large-bucket.ts'
import { type BenchRow, seconds } from './print-table.ts'

const LIVE = 100_000
const ORPHANS = 1_000
const NODES = 2
const PART = 1_000
/** An audit does not judge objects younger than the oldest running work plus this. */
const marginMs = 62_000

/**
 * 1,000 orphans of five kinds among 100,000 live objects, while inserts, moves and merges run: all are found, no live
 * one is ever listed, and they are removed by copy and deleted by workers of which one is killed half-way in each
 * stage. Compared with the same copies and deletions by a bare client.
 */
export async function benchOrphans(): Promise<BenchRow[]> {
  const lab = await openBucketLab({ shards: NODES })
  try {
    const removals = removalsIn(lab)
    const planted = await plantOrphans(lab, ORPHANS / 5)
    const plantedAt = Date.now()
    await createLive(lab, 'live', LIVE / PART / NODES, PART)
    const still = [...new Set(await lab.listLive())]
    expectThat(still.length >= LIVE, `There are ${still.length} live objects.`)
    const busy = keepBusy(lab)
    await sleep(Math.max(0, plantedAt + marginMs - Date.now()))
    let auditId = ''
    const auditMs = await time(async () => {
      auditId = (await lab.start()).id
      expectThat((await lab.drive(auditId)).status === 'completed', 'The audit did not complete.')
    })
    const found = new Set((await lab.findings(auditId, 'orphan')).map(({ key }) => key))
    expectThat(
      planted.every((key) => found.has(key)),
      `Only ${planted.filter((key) => found.has(key)).length} of the planted orphans were found.`,
    )
    const listed = [...still, ...busy.live].filter((key) => found.has(key))
    expectThat(listed.length === 0, `Live objects were called orphans: ${listed.join(', ')}`)

    const id = await removals.start(auditId)
    let oursMs = 0
    const memory = await watchMemory(async () => {
      oursMs = await time(async () => {
        await removals.crash(id, { step: 2_000, when: 'sent' })
        await removals.drive(id)
        await removals.approve(id)
        await removals.crash(id, { step: 1_000, when: 'sent' })
        await removals.drive(id)
      })
    })
    await busy.stop()
    const { status } = await removals.find(id)
    expectThat(status === 'completed', `The removal is ${status}.`)
    const stored = new Set(await lab.listKeys(''))
    const lost = [...new Set(await lab.listLive()), ...still].filter((key) => !stored.has(key))
    expectThat(lost.length === 0, `Live objects are gone: ${lost.join(', ')}`)
    expectThat(
      planted.every((key) => !stored.has(key)),
      'Orphans are left in the bucket.',
    )
    const bareKeys = Array.from({ length: ORPHANS }, (_, at) => `bare/${at}`)
    for (const key of bareKeys) await lab.put(key, orphanText)
    const bareMs = await time(() => copyAndDelete(lab, bareKeys))
    const what = `${ORPHANS.toLocaleString('en')} orphans among ${LIVE.toLocaleString('en')} live objects, at work`
    return [
      {
        what: `audit: ${what}`,
        ours: seconds(auditMs),
        bare: '—',
        ratio: null,
        goal: 'all found, no live one',
      },
      {
        ...{ what: 'their removal by copy, a worker killed in each stage', ours: seconds(oursMs) },
        ...{ bare: seconds(bareMs), ratio: oursMs / bareMs, goal: 'copy and two deletions, one by one' },
      },
      {
        what: 'memory of the worker for it, at the most',
        ours: `${memory} MiB`,
        bare: '—',
        ratio: null,
        goal: '—',
      },
    ]
  } finally {
    await lab.close()
  }
}

async function copyAndDelete(lab: BucketLab, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    const head = await lab.objects.head(lab.bucket, key)
    if (head.kind !== 'ok') throw new Error(`${key} is not there.`)
    await lab.objects.copy(lab.bucket, key, `away/${key}`, { ifMatch: head.etag })
    await lab.remove(key)
    await lab.remove(`away/${key}`)
  }
}

function expectThat(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}
