import { expect, it } from 'vitest'
import { describeCounts } from './describe-counts.ts'

it('lists only what is not zero', () => {
  const tell = (failed: number, changed: number, open: number) =>
    describeCounts([
      [failed, 'failed'],
      [changed, 'changed in the bucket'],
      [open, 'not started'],
    ])
  expect(tell(2, 0, 0)).toBe('2 failed')
  expect(tell(0, 1, 3)).toBe('1 changed in the bucket, 3 not started')
})
