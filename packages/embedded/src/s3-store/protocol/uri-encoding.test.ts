import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeUri, encodeListedKey, encodeUri, parseQuery } from './uri-encoding.ts'

describe('encodeUri', () => {
  it('leaves only unreserved characters', () => {
    expect(encodeUri("AZaz09-._~ !'()*/+é")).toBe('AZaz09-._~%20%21%27%28%29%2A%2F%2B%C3%A9')
    expect(encodeUri('a/b c', true)).toBe('a/b%20c')
  })

  it('round-trips through decodeUri', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeUri(encodeUri(text))).toBe(text)
        expect(decodeUri(encodeUri(text, true))).toBe(text)
      }),
    )
  })
})

describe('decodeUri', () => {
  it('rejects what is not UTF-8', () => {
    expect(() => decodeUri('%ff')).toThrow("Couldn't parse")
    expect(() => decodeUri('%g0')).toThrow("Couldn't parse")
  })
})

describe('parseQuery', () => {
  it('keeps order, repeats and names without a value', () => {
    expect(parseQuery('uploads&prefix=a%2Fb+c&prefix=&x=1=2')).toEqual([
      ['uploads', ''],
      ['prefix', 'a/b c'],
      ['prefix', ''],
      ['x', '1=2'],
    ])
    expect(parseQuery('')).toEqual([])
  })
})

describe('encodeListedKey', () => {
  it('writes spaces as plus signs', () => {
    expect(encodeListedKey('a b+c/d\n')).toBe('a+b%2Bc/d%0A')
  })
})
