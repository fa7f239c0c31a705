import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseChange } from './change.ts'

it('reads back any change', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string(), (topic, id) => {
      expect(parseChange(JSON.stringify({ topic, id }))).toEqual({ topic, id })
    }),
  )
})

it('ignores what is not a change', () => {
  for (const payload of [undefined, '', '{', 'null', '[]', '{"topic":""}', '{"topic":1,"id":"x"}']) {
    expect(parseChange(payload)).toBeUndefined()
  }
})
