import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noTtlLoad, type TtlLoad } from '../ttl/ttl-load.ts'
import { noTtlLoss } from '../ttl/ttl-loss.ts'
import { answerTtl } from './answer-ttl.ts'
import { bigCount, bytes, count, countsOf, expectSentence, sizesOf } from './testing/answer-figures.ts'
import { answerText } from './words.ts'

describe('answerTtl', () => {
  const MiB = 1024n * 1024n
  const part = (parts: number, sizeBytes: bigint) => ({ parts, rows: 1n, bytes: sizeBytes })
  const due = { ...noTtlLoad(), waits: part(18, (425n * MiB) / 100n) }

  it('says what stays, that nothing is lost, and what heavy would do', () => {
    const heavy = {
      ...noTtlLoad(),
      rewritten: part(40, (981n * MiB) / 100n + 1n),
      movesNow: part(18, (425n * MiB) / 100n),
    }
    expect(answerText(answerTtl({ gentle: due, heavy }))).toBe(
      '18 parts (4.25 MiB) are due and stay; nothing is lost; heavy would rewrite 9.81 MiB and move 4.25 MiB immediately.',
    )
  })

  it('says that nothing happens', () => {
    expect(answerText(answerTtl({ gentle: noTtlLoad(), heavy: noTtlLoad() }))).toBe(
      'No part is due; nothing is lost; heavy does the same.',
    )
  })

  it('never says that nothing is lost where something is', () => {
    const loss = { ...noTtlLoss, parts: 2, deletedRows: 12n, atMost: true }
    const heavy = { ...noTtlLoad(), rewritten: part(2, MiB), loss }
    expect(answerTtl({ gentle: noTtlLoad(), heavy }).tone).toBe('danger')
    expect(answerText(answerTtl({ gentle: noTtlLoad(), heavy }))).toBe(
      'No part is due; gentle loses nothing; heavy would rewrite 1.00 MiB, move nothing and delete up to 12 rows immediately.',
    )
    expect(answerText(answerTtl({ gentle: { ...noTtlLoad(), loss }, heavy }))).toContain(
      'merges delete up to 12 rows',
    )
  })

  it('has the figures of the table below it, and no others', () => {
    const totals = fc.record({ parts: count, rows: bigCount, bytes })
    const load: fc.Arbitrary<TtlLoad> = fc
      .tuple(totals, totals, totals, totals, totals)
      .map(([movesNow, waits, blocked, unknown, rewritten]) => ({
        ...noTtlLoad(),
        ...{ movesNow, waits, blocked, unknown, rewritten },
      }))
    fc.assert(
      fc.property(load, load, (gentle, heavy) => {
        const answer = answerTtl({ gentle, heavy })
        expectSentence(answer)
        const own = [gentle.movesNow, gentle.waits, gentle.blocked, gentle.unknown].filter(
          ({ parts }) => parts > 0,
        )
        expect(countsOf(answer)).toEqual(own.map(({ parts }) => BigInt(parts)))
        const sizes = sizesOf(answer)
        expect(sizes.slice(0, own.length)).toEqual(own.map((each) => each.bytes))
        for (const size of sizes.slice(own.length))
          expect([heavy.rewritten.bytes, heavy.movesNow.bytes]).toContain(size)
        expect(answerText(answer)).toContain('nothing is lost')
      }),
    )
  })
})
