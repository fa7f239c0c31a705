import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  choiceParam,
  flagParam,
  integerParam,
  namesParam,
  optionalChoiceParam,
  sortParam,
  textParam,
  type UrlParam,
} from './url-params.ts'

function returnsAs<Value>(param: UrlParam<Value>, values: fc.Arbitrary<Value>): void {
  fc.assert(
    fc.property(values, (value) => {
      const search = new URLSearchParams()
      const raw = param.write(value)
      if (raw !== null) search.set('x', raw)
      const read = new URLSearchParams(search.toString()).get('x')
      expect(param.read(read)).toEqual(value)
    }),
  )
}

describe('every state round-trips through its URL', () => {
  const ids = ['name', 'size']
  const sort = fc.record({ id: fc.constantFrom(...ids), desc: fc.boolean() })
  it('text', () => returnsAs(textParam('all'), fc.string()))
  it('choice', () => returnsAs(choiceParam(['a', 'b'], 'a'), fc.constantFrom('a', 'b')))
  it('optional choice', () => returnsAs(optionalChoiceParam(['a', 'b']), fc.constantFrom('a', 'b', null)))
  it('integer', () => returnsAs(integerParam(50), fc.nat({ max: 1_000_000_000_000 })))
  it('flag', () => {
    returnsAs(flagParam(true), fc.boolean())
    returnsAs(flagParam(false), fc.boolean())
  })
  it('names, with any character in them', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' })
    returnsAs(
      namesParam(),
      fc.array(name).map((names) => new Set(names)),
    )
  })
  it('sort', () => {
    returnsAs(sortParam(ids, null), fc.option(sort))
    returnsAs(sortParam(ids, { id: 'size', desc: true }), fc.option(sort))
  })
})

describe('an invalid URL', () => {
  it('falls back to the default', () => {
    fc.assert(
      fc.property(fc.string(), (raw) => {
        expect(['a', 'b']).toContain(choiceParam(['a', 'b'], 'a').read(raw))
        expect(integerParam(7, 1).read(raw)).toBeGreaterThanOrEqual(1)
        expect(['name', undefined]).toContain(sortParam(['name'], null).read(raw)?.id)
        expect(namesParam().read(raw)).toBeInstanceOf(Set)
      }),
    )
    expect(namesParam().read('%E0%A4%A')).toEqual(new Set(['%E0%A4%A']))
    expect(integerParam(7).read('12x')).toBe(7)
  })
  it('stays empty for the default state', () => {
    expect(textParam().write('')).toBeNull()
    expect(sortParam(['size'], { id: 'size', desc: true }).write({ id: 'size', desc: true })).toBeNull()
    expect(namesParam().write(new Set())).toBeNull()
  })
})
