import { expect, it } from 'vitest'
import { decideDuplicates, endOfWindow, findDuplicates } from './duplicates.ts'

const staged = [
  { name: '202401_1_1_0', rows: 10n, hash: 'ab', partitionId: '202401' },
  { name: '202401_2_2_0', rows: 20n, hash: 'cd', partitionId: '202401' },
  { name: '202402_1_1_0', rows: 30n, hash: 'ab', partitionId: '202402' },
]
const on = { nodeName: 'one', windowSeconds: 60 }
const attachedAt = new Date('2026-01-01T00:00:00Z')
const block = { name: '202401_replace_from_AB', part: '202401_7_7_0', attachedAt }

it('finds a part by its partition and hash, as the server does', () => {
  expect(findDuplicates(staged, [block], on)).toEqual([
    {
      ...on,
      partitionId: '202401',
      parts: [{ name: '202401_1_1_0', rows: '10', hash: 'ab' }],
      arrivedAt: '2026-01-01T00:00:00.000Z',
      arrivedAs: '202401_7_7_0',
      arrivedBy: null,
    },
  ])
  expect(findDuplicates(staged, [], on)).toEqual([])
})

it('tells of several the one that arrived last', () => {
  const later = new Date(attachedAt.getTime() + 5000)
  const found = findDuplicates(
    staged,
    [block, { name: '202401_replace_from_CD', part: '202401_9_9_0', attachedAt: later }],
    on,
  )
  expect(found.map(({ parts, arrivedAs }) => [parts.length, arrivedAs])).toEqual([[2, '202401_9_9_0']])
  expect(endOfWindow(found)).toEqual(new Date(later.getTime() + 60_000))
})

it('loads after the window has passed, where it was to wait for that', () => {
  const found = findDuplicates(staged, [block], on)
  const at = (ms: number) => decideDuplicates('wait', found, new Date(attachedAt.getTime() + ms))
  expect(at(59_999)).toEqual({ kind: 'wait', until: new Date(attachedAt.getTime() + 60_000) })
  expect(at(60_000)).toEqual({ kind: 'load' })
})
