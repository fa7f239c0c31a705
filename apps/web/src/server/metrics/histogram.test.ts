import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Histogram, renderLabels } from './histogram.ts'

it('counts every observation once, in buckets that add up', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1 }), (durations) => {
      const histogram = new Histogram('calls_seconds', 'Calls.')
      for (const seconds of durations) histogram.observe({ path: 'a' }, seconds)
      const lines = histogram.render().split('\n')
      const buckets = lines
        .filter((line) => line.includes('_bucket'))
        .map((line) => Number(line.split(' ').at(-1)))
      expect(buckets).toEqual([...buckets].sort((a, b) => a - b))
      expect(buckets.at(-1)).toBe(durations.length)
      expect(lines).toContain(`calls_seconds_count{path="a"} ${durations.length}`)
      const upTo1 = durations.filter((seconds) => seconds <= 1).length
      expect(lines).toContain(`calls_seconds_bucket{path="a",le="1"} ${upTo1}`)
    }),
  )
})

it('keeps any label value on its line and in its quotes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (value) => {
      const text = renderLabels({ node: value })
      expect(text).not.toContain('\n')
      const inner = text.slice('{node="'.length, -'"}'.length)
      expect(inner.replace(/\\n/g, '').replace(/\\./g, '')).not.toMatch(/["\\]/)
    }),
  )
})
