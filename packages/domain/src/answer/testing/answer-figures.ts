import fc from 'fast-check'
import { expect } from 'vitest'
import { type Answer, answerText, type Figure, figuresOf } from '../words.ts'

export const bytes = fc.bigInt({ min: 1n, max: 1n << 60n })
export const count = fc.integer({ min: 0, max: 1_000_000 })
export const bigCount = fc.bigInt({ min: 0n, max: 1_000_000n })
export const sum = fc.record({ objects: bigCount, bytes })

export const sizesOf = (answer: Answer) => valuesOf(answer, 'bytes')
export const countsOf = (answer: Answer) => valuesOf(answer, 'count')

function valuesOf(answer: Answer, kind: 'bytes' | 'count'): bigint[] {
  return figuresOf(answer).flatMap((figure: Figure) =>
    figure.kind === kind && 'value' in figure && typeof figure.value === 'bigint' ? [figure.value] : [],
  )
}

/** A sentence: it starts with a capital or a figure, ends with one full stop, and has no hole. */
export function expectSentence(answer: Answer): void {
  const text = answerText(answer)
  expect(text).toMatch(/^[A-Z0-9]/)
  expect(text).toMatch(/[^.;,\s]\.$/)
  expect(text).not.toMatch(/undefined|null|NaN|\s{2}|; ;|, ,/)
}
