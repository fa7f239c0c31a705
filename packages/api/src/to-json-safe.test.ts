import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toJsonSafe } from './to-json-safe.ts'

it('keeps every digit of a 64-bit integer and every millisecond of a date', () => {
  const instant = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), instant, (bytes, at) => {
      const sent = JSON.parse(JSON.stringify(toJsonSafe({ rows: [{ bytes, at }] })))
      expect(BigInt(sent.rows[0].bytes)).toBe(bytes)
      expect(new Date(sent.rows[0].at)).toEqual(at)
    }),
  )
})

it('leaves JSON as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.stringify(toJsonSafe(value))).toBe(JSON.stringify(value))
    }),
  )
})
