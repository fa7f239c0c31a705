import { createPipeline, getPipeline, inspectPipeline } from '@frostline/services'
import { manyObjects, openLargeBucket, time, watchMemory } from './large-bucket.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const rounds = 3

/** A check of a pipeline that knows 100,000 objects and finds a new one, compared with listing them. */
export async function benchPipeline(): Promise<BenchRow[]> {
  const { lab, load, list, put, close } = await openLargeBucket()
  try {
    const { id } = await createPipeline(lab.loadCtx, {
      ...load,
      name: 'many',
      trigger: { kind: 'manual' },
      startWith: 'new',
    })
    const ours: number[] = []
    const listed: number[] = []
    const memoryMib = await watchMemory(async () => {
      for (let round = 1; round <= rounds; round++) {
        await put(`flat/new-${round}.csv`)
        listed.push(await time(list))
        ours.push(await time(() => inspectPipeline(lab.loadCtx, id)))
        const { lag, listedObjects } = await getPipeline(lab.loadCtx, { id })
        if (lag.objects !== round || listedObjects !== manyObjects + round)
          throw new Error(`${lag.objects} of ${listedObjects} objects wait`)
      }
    })
    return [
      {
        what: `look of a pipeline at ${manyObjects.toLocaleString('en')} known objects, against their listing; memory ${memoryMib} MiB`,
        ours: seconds(median(ours)),
        bare: seconds(median(listed)),
        ratio: median(ours) / median(listed),
        goal: '≤ 2, ≤ 300 MiB',
      },
    ]
  } finally {
    await close()
  }
}
