import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeText, html } from './html.ts'

it('escapes every value and leaves what it made itself', () => {
  const name = `<img src=x onerror="alert('1')">&`
  expect(html`<td title="${name}">${[html`<b>${name}</b>`, null, 3, 4n]}</td>`.text).toBe(
    '<td title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;"><b>&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</b>34</td>',
  )
})

it('shows characters that would hide or turn the text around', () => {
  expect(escapeText('a\u202eb\u0000c\u200bd')).toBe('a\\u{202e}b\\u{0}c\\u{200b}d')
})

const characters = ['<', '>', '&', '"', "'", 'a', 'é', '😀', ';', '#', '\u0000', '\u200b', '\u202e', '\u2066']

it('leaves no character with which a tag or an attribute could begin or end', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...characters) }), (text) => {
      expect(escapeText(text)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)|[\u202a-\u202e]/)
    }),
  )
})
