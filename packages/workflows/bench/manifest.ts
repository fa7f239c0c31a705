import { previewLoad, startLoad } from '@frostline/services'
import { manyObjects, openLargeBucket, time, watchMemory } from './large-bucket.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const rounds = 3

/** A load of 100,000 objects, planned alone and from the click to its stored manifest, against listing them alone. */
export async function benchManifest(): Promise<BenchRow[]> {
  const { lab, load, list, close } = await openLargeBucket()
  try {
    const listed: number[] = []
    const planned: number[] = []
    const started: number[] = []
    const memoryMib = await watchMemory(async () => {
      for (let round = 0; round < rounds; round++) {
        listed.push(await time(list))
        planned.push(await time(() => previewLoad(lab.loadCtx, load)))
        started.push(await time(() => startLoad(lab.loadCtx, load)))
      }
    })
    const stored = await lab.db.loadFile.count()
    if (stored !== manyObjects * rounds) throw new Error(`${stored} objects were stored`)
    const row = (what: string, taken: readonly number[], goal: string): BenchRow => ({
      what,
      ours: seconds(median(taken)),
      bare: seconds(median(listed)),
      ratio: median(taken) / median(listed),
      goal,
    })
    const many = `${manyObjects.toLocaleString('en')} objects`
    return [
      row(`plan of a load of ${many}, against their listing`, planned, '≤ 5 s'),
      row(
        `the same, planned anew and stored row by row; memory of both ${memoryMib} MiB`,
        started,
        '≤ 300 MiB',
      ),
    ]
  } finally {
    await close()
  }
}
