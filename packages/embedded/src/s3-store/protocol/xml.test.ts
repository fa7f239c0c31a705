import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { childText, parseXml } from './parse-xml.ts'
import { renderXml } from './render-xml.ts'

describe('renderXml and parseXml', () => {
  it('round-trip any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), (a, b) => {
        const root = parseXml(
          renderXml([
            'Root',
            [
              ['A', a],
              ['B', [['C', b]]],
            ],
          ]),
        )
        expect(childText(root, 'A')).toBe(a)
        expect(root.children[1] && childText(root.children[1], 'C')).toBe(b)
      }),
    )
  })

  it('parseXml reads namespaces, comments, CDATA, references, empty elements and attributes', () => {
    const root = parseXml(
      '\ufeff<?xml version="1.0"?>\n<s:Delete xmlns:s="x>y"><!-- a < b --><Object a=\'"\'><Key><![CDATA[<&]]>&#65;&#x42;&lt;</Key></Object><Quiet/></s:Delete>\n',
    )
    expect(root.name).toBe('Delete')
    expect(root.children.map(({ name }) => name)).toEqual(['Object', 'Quiet'])
    expect(root.children[0] && childText(root.children[0], 'Key')).toBe('<&AB<')
    expect(childText(root, 'Quiet')).toBe('')
    expect(childText(root, 'Absent')).toBeNull()
  })

  it.each([
    '',
    'text',
    '<a>',
    '<a></b>',
    '</a>',
    '<a/><b/>',
    '<a',
    '<a><b></a></b>',
    '<a>&#x110000;</a>',
    '<!DOCTYPE a><a/>',
  ])('parseXml rejects %j', (text) => {
    expect(() => parseXml(text)).toThrow('not well-formed')
  })
})
