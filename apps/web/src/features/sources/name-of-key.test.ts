import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listFolderSteps, nameOfKey, showText } from './name-of-key.ts'

it('names keys relative to the prefix, and the prefix itself by its whole key', () => {
  expect(nameOfKey('a/b/c.csv', 'a/b/')).toBe('c.csv')
  expect(nameOfKey('a/b/', 'a/b/')).toBe('a/b/')
  expect(nameOfKey('line\nbreak\u0001', '')).toBe('line\\nbreak\\u0001')
})

it('leaves visible characters unchanged', () => {
  const seen = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text))
  fc.assert(
    fc.property(seen, (text) => {
      expect(showText(text)).toBe(text)
    }),
  )
})

it('leads from the bucket down to the prefix', () => {
  expect(listFolderSteps('bucket', 'a//b/')).toEqual([
    { label: 'bucket', prefix: '' },
    { label: 'a', prefix: 'a/' },
    { label: '(empty)', prefix: 'a//' },
    { label: 'b', prefix: 'a//b/' },
  ])
  const folder = fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('/')))
  fc.assert(
    fc.property(folder, (steps) => {
      const prefix = steps.map((step) => `${step}/`).join('')
      expect(listFolderSteps('b', prefix).at(-1)?.prefix).toBe(prefix)
    }),
  )
})
