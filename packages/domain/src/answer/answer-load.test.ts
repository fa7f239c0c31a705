import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runStatuses } from '../run/run-status.ts'
import { answerLoad, answerLoadPlan, sumOverTime } from './answer-load.ts'
import { bigCount, bytes, count, countsOf, expectSentence, sizesOf } from './testing/answer-figures.ts'
import { answerText } from './words.ts'

describe('answerLoad', () => {
  const load = {
    ...{ status: 'completed' as const, target: 'demo.trips', totalFiles: 3, totalBytes: 2048n },
    ...{ loadedFiles: 3, loadedBytes: 2048n, loadedRows: 1_200n, skippedRows: 0n, failedFiles: 0 },
    ...{ waitReason: null, leftMs: null },
  }

  it('says what is in the table, and what is not', () => {
    expect(answerText(answerLoad(load))).toBe('All 3 objects (2.00 KiB) are in demo.trips with 1,200 rows.')
    expect(
      answerText(
        answerLoad({
          ...load,
          status: 'failed',
          loadedFiles: 2,
          loadedBytes: 1024n,
          failedFiles: 1,
          skippedRows: 2n,
        }),
      ),
    ).toBe(
      '2 of 3 objects (1.00 KiB of 2.00 KiB) are in demo.trips with 1,200 rows; 1 object has failed or changed, and none of its rows is in the table; 2 bad rows were skipped.',
    )
  })

  it('is a sentence with the figures of the page in every state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...runStatuses),
        fc.option(fc.constant('The source is slow.')),
        count,
        bytes,
        bigCount,
        (status, waitReason, files, loadedBytes, loadedRows) => {
          const answer = answerLoad({
            ...{ ...load, status, waitReason, loadedFiles: files, totalFiles: files + 1 },
            ...{ loadedBytes, totalBytes: loadedBytes + 1n, loadedRows },
          })
          expectSentence(answer)
          expect(sizesOf(answer)).toEqual([loadedBytes, loadedBytes + 1n])
          expect(countsOf(answer)).toEqual([BigInt(files + 1), loadedRows])
        },
      ),
    )
  })

  it('ends at the sum of its batches over time, and never goes back', () => {
    const batch = fc.record({
      finishedAt: fc.option(fc.date({ min: new Date(1e12), max: new Date(2e12), noInvalidDate: true })),
      ...{ rows: bigCount, bytes, loaded: fc.boolean() },
    })
    fc.assert(
      fc.property(fc.array(batch), (batches) => {
        const points = sumOverTime(new Date(0), batches)
        const done = batches.filter(({ finishedAt, loaded }) => finishedAt && loaded)
        expect(points).toHaveLength(done.length + 1)
        expect(points.at(-1)?.rows).toBe(done.reduce((all, { rows }) => all + rows, 0n))
        expect(points.at(-1)?.bytes).toBe(done.reduce((all, each) => all + each.bytes, 0n))
        for (const [index, point] of points.slice(1).entries())
          expect(point.at.getTime()).toBeGreaterThanOrEqual(points[index]?.at.getTime() ?? 0)
      }),
    )
    expect(sumOverTime(null, [])).toEqual([])
  })

  it('tells a plan', () => {
    const plan = { accepted: true, blocking: 0, warnings: 1, objects: 12, sizeBytes: 1024n, batches: 1 }
    expect(answerText(answerLoadPlan({ ...plan, target: 'demo.trips', duration: null }))).toBe(
      '12 objects (1.00 KiB) would be loaded into demo.trips in 1 batch; 1 check warns.',
    )
    expect(
      answerText(
        answerLoadPlan({ ...plan, accepted: false, blocking: 2, target: 'demo.trips', duration: null }),
      ),
    ).toBe('The load cannot start: 2 checks block it.')
  })
})
