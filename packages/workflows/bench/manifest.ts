import { previewLoad, startLoad } from '@frostline/services'
import { manyObjects, openLargeBucket, time, watchLiveMemory } from './large-bucket.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const rounds = 3

/** A load of 100,000 objects, planned only and from the click to its stored manifest, compared with listing them. */
export async function benchManifest(): Promise<BenchRow[]> {
  const { lab, load, list, close } = await openLargeBucket()
  try {
    const listed: number[] = []
    const planned: number[] = []
    const started: number[] = []
    const plan = () => previewLoad(lab.loadCtx, load)
    const start = () => startLoad(lab.loadCtx, load)
    for (let round = 0; round < rounds; round++) {
      listed.push(await time(list))
      planned.push(await time(plan))
      started.push(await time(start))
    }
    const planMib = await watchLiveMemory(plan)
    const startMib = await watchLiveMemory(start)
    const stored = await lab.db.loadFile.count()
    if (stored !== manyObjects * (rounds + 1)) throw new Error(`${stored} objects were stored`)
    const row = (what: string, taken: readonly number[], goal: string): BenchRow => ({
      what,
      ours: seconds(median(taken)),
      bare: seconds(median(listed)),
      ratio: median(taken) / median(listed),
      goal,
    })
    const many = `${manyObjects.toLocaleString('en')} objects`
    return [
      row(`plan of a load of ${many}, ${planMib} MiB, against their listing`, planned, '≤ 5 s, 300 MiB'),
      row(`the same, planned anew and stored row by row, ${startMib} MiB`, started, '≤ 300 MiB'),
    ]
  } finally {
    await close()
  }
}
