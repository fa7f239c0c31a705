import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findInputFault } from './find-input-fault.ts'

describe('findInputFault', () => {
  it('passes every JSON value with well-formed text', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((each) => !each.includes('\0'))
    const key = text.filter((each) => !['__proto__', 'constructor', 'prototype'].includes(each))
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, fc.integer(), fc.boolean(), text, tie('list'), tie('object')),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 3 }),
    }))
    fc.assert(fc.property(value, (input) => findInputFault(input) === null))
  })

  it('finds NUL and lone surrogates in any field, and in field names', () => {
    const bad = fc.constantFrom('\0', 'a\0b', '\ud800', 'x\udc00y', '\udc00\ud800')
    const around = fc.constantFrom<(text: string) => unknown>(
      (text) => text,
      (text) => ({ a: { b: [1, text] } }),
      (text) => ({ [text]: 1 }),
    )
    fc.assert(
      fc.property(bad, around, (text, wrap) => {
        const fault = findInputFault(wrap(text))
        expect(fault).toMatch(/NUL|surrogate/)
        expect(fault).not.toContain(text)
      }),
    )
  })

  it('names the field', () => {
    expect(findInputFault({ nodes: [{ name: 'a\0' }] })).toBe(
      'nodes.0.name contains the character NUL (U+0000). Remove it.',
    )
    expect(findInputFault(JSON.parse('{"a":{"__proto__":1}}'))).toMatch(/^a has a field/)
    expect(findInputFault({ since: new Date(Number.NaN) })).toBe('since is not a date.')
  })

  it('limits depth, length and count without a stack overflow', () => {
    let nested: unknown = 1
    for (let level = 0; level < 100_000; level += 1) nested = [nested]
    expect(findInputFault(nested)).toMatch(/nested deeper/)
    expect(findInputFault('x'.repeat(1_000_001))).toMatch(/longer/)
    expect(findInputFault(Array.from({ length: 200_001 }, () => 1))).toMatch(/more than 200000 values/)
  })
})
