import { expect, it } from 'vitest'
import { matchCutOffUpload } from './match-cut-off-upload.ts'

const orphan = (key: string, duringUpload = true) => ({ key, bytes: 1n, duringUpload })
const match = (orphans: ReturnType<typeof orphan>[], own: string[], others: string[]) =>
  matchCutOffUpload(orphans, new Set(own), new Set(others)).map(({ key, evidence }) => `${key} ${evidence}`)

it("uses the log of the statement, whatever the store's clock says", () => {
  expect(match([orphan('a'), orphan('b', false)], ['a', 'b', 'gone'], [])).toEqual(['a log', 'b log'])
})

it('leaves out what another statement wrote at the same time', () => {
  expect(match([orphan('a'), orphan('b')], ['a'], ['b'])).toEqual(['a log'])
})

it('falls back to time for objects in no log', () => {
  expect(match([orphan('a'), orphan('b', false)], [], [])).toEqual(['a time'])
})
