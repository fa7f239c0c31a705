import { startLoad } from '@frostline/services'
import { manyObjects, openLargeBucket, time, watchMemory } from './large-bucket.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const rounds = 3

/** A load of 100,000 objects from the click to its stored manifest, against listing them alone. */
export async function benchManifest(): Promise<BenchRow[]> {
  const { lab, load, list, close } = await openLargeBucket()
  try {
    const ours: number[] = []
    const listed: number[] = []
    const memoryMib = await watchMemory(async () => {
      for (let round = 0; round < rounds; round++) {
        listed.push(await time(list))
        ours.push(await time(() => startLoad(lab.loadCtx, load)))
      }
    })
    const stored = await lab.db.loadFile.count()
    if (stored !== manyObjects * rounds) throw new Error(`${stored} objects were stored`)
    return [
      {
        what: `plan of a load of ${manyObjects.toLocaleString('en')} objects, stored, against their listing; memory ${memoryMib} MiB`,
        ours: seconds(median(ours)),
        bare: seconds(median(listed)),
        ratio: median(ours) / median(listed),
        goal: '≤ 5 s, ≤ 300 MiB',
      },
    ]
  } finally {
    await close()
  }
}
