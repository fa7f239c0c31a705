import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertXml, findXmlFault } from './check-xml.ts'
import { renderXml, type XmlValue } from './xml.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
const { value } = fc.letrec<{ value: XmlValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 3 }),
  ),
}))

describe('findXmlFault', () => {
  test('accepts whatever is rendered', () => {
    fc.assert(
      fc.property(name, fc.dictionary(name, value), (root, content) => {
        expect(findXmlFault(renderXml(root, content))).toBeNull()
      }),
    )
  })

  test('rejects a rendered text from which a tag is cut', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value, { minKeys: 1 }), fc.nat(), (content, at) => {
        const text = renderXml('clickhouse', content)
        const tags = [...text.matchAll(/<[^>]*>/g)]
        const tag = tags[at % tags.length]
        if (!tag) throw new Error('a rendered text has tags')
        expect(findXmlFault(text.slice(0, tag.index) + text.slice(tag.index + tag[0].length))).not.toBeNull()
      }),
    )
  })

  test.each([
    ['', 'line 1: no root element'],
    ['<a><b></a>', 'line 1: </a> closes <b>'],
    ['<a>\n<b>\n</a>\n</b>', 'line 3: </a> closes <b>'],
    ['<a>1 & 2</a>', 'line 1: "&" does not start an entity (write &amp;)'],
    ['<a>1 < 2</a>', 'line 1: a "<" does not start a well-formed tag (write &lt;)'],
    ['<a/><b/>', 'line 1: second root element <b>'],
    ['<a>', 'line 1: <a> is not closed'],
    ['yaml: true', 'line 1: text outside the root element'],
  ])('reports what is wrong with %j', (text, fault) => {
    expect(findXmlFault(text)).toBe(fault)
  })

  test('accepts what ClickHouse configuration files use', () => {
    const text = `<?xml version="1.0"?>\n<!-- a <comment> -->\n<clickhouse><a replace="1" b='x &gt;'/><c><![CDATA[<&>]]></c></clickhouse>\n`
    expect(findXmlFault(text)).toBeNull()
    expect(() => assertXml('limits.xml', `${text}<`)).toThrow(/^limits\.xml is not well-formed XML, line 4/)
  })
})
