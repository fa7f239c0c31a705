import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findShownRows } from './find-shown-rows.ts'

const nat = (max: number) => fc.integer({ min: 0, max })

it('shows every row in view, and few more', () => {
  fc.assert(
    fc.property(
      nat(100_000),
      nat(2_000),
      fc.integer({ min: 20, max: 80 }),
      nat(1_000_000),
      (count, heightPx, rowPx, at) => {
        const topPx = Math.min(at, Math.max(0, count * rowPx - heightPx))
        const { from, to } = findShownRows({ topPx, heightPx }, count, rowPx)
        const inView = (row: number) => row * rowPx < topPx + heightPx && (row + 1) * rowPx > topPx
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeLessThanOrEqual(count)
        if (from > 0) expect(inView(from - 1)).toBe(false)
        if (to < count) expect(inView(to)).toBe(false)
        expect(to - from).toBeLessThanOrEqual(heightPx / rowPx + 23)
      },
    ),
  )
})

it('shows the end of a list that became shorter', () => {
  expect(findShownRows({ topPx: 50_000, heightPx: 600 }, 30, 36)).toEqual({ from: 3, to: 30 })
})
