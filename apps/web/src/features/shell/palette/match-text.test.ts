import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchText, readyQuery, readyText } from './match-text.ts'
import { typingDistance } from './typing-distance.ts'

const match = (query: string, text: string, synonyms?: string) =>
  matchText(readyQuery(query), readyText(text, synonyms))
const letter = fc.constantFrom(...'abcdefghij')
const word = (minLength: number) => fc.string({ unit: letter, minLength, maxLength: 12 })

/** One typing error anywhere in a word. */
const withError = (minLength: number) =>
  fc
    .tuple(word(minLength), fc.nat(), letter, fc.constantFrom('drop', 'add', 'replace', 'swap'))
    .map(([text, place, other, kind]) => {
      const at = place % text.length
      const [head, here, tail] = [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]
      if (kind === 'drop') return { text, typed: head + tail }
      if (kind === 'add') return { text, typed: head + other + here + tail }
      if (kind === 'replace') return { text, typed: head + other + tail }
      return { text, typed: head + tail.slice(0, 1) + here + tail.slice(1) }
    })

describe('typingDistance', () => {
  it('is zero for what a word begins with, and for nothing else', () => {
    fc.assert(
      fc.property(word(1), word(1), (typed, other) => {
        expect(typingDistance(typed, typed + other, 0)).toBe(0)
        expect(typingDistance(typed, other, 0) === 0).toBe(other.startsWith(typed))
      }),
    )
  })
  it('is at most one for one error', () => {
    fc.assert(
      fc.property(withError(2), ({ text, typed }) => {
        expect(typingDistance(typed, text, 1)).toBeLessThanOrEqual(1)
      }),
    )
  })
  it('is the least over all beginnings, and does not depend on the limit below it', () => {
    fc.assert(
      fc.property(word(1), word(1), (typed, text) => {
        const found = typingDistance(typed, text, 20)
        const beginnings = Array.from({ length: text.length + 1 }, (_, end) => text.slice(0, end))
        expect(found).toBe(Math.min(...beginnings.map((beginning) => distance(typed, beginning))))
        for (const limit of [0, 1, 2, 3])
          expect(typingDistance(typed, text, limit)).toBe(found <= limit ? found : Infinity)
      }),
    )
  })
})

describe('matchText', () => {
  it('finds every text by itself, by a word of it and by its beginning, whatever the case', () => {
    fc.assert(
      fc.property(fc.array(word(1), { minLength: 1, maxLength: 4 }), fc.nat(), (words, pick) => {
        const text = words.join('_')
        expect(match(text.toUpperCase(), text)).toBeGreaterThan(0)
        expect(match(words[pick % words.length] ?? '', text)).toBeGreaterThan(0)
        expect(match(text.slice(0, 1 + (pick % text.length)), text)).toBeGreaterThan(0)
      }),
    )
  })
  it('prefers the text itself to any other', () => {
    fc.assert(
      fc.property(word(1), word(1), (text, other) => {
        fc.pre(text !== other)
        expect(match(text, text)).toBeGreaterThan(match(text, other))
      }),
    )
  })
  it('forgives one error in a word, and prefers the word without one', () => {
    fc.assert(
      fc.property(withError(5), word(1), ({ text, typed }, before) => {
        const found = match(typed, `${before}.${text}`)
        expect(found).toBeGreaterThan(0)
        expect(match(text, `${before}.${text}`)).toBeGreaterThanOrEqual(found)
      }),
    )
  })
  it('finds what nobody has named with letters, and breaks on nothing', () => {
    expect(match('%', 'db.%')).toBeGreaterThan(0)
    expect(match('%', 'db.t')).toBe(0)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (query, text) => {
        expect(match(query, text)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
  it('needs every word of the query, in any order', () => {
    expect(match('migrations tier', 'Tier migrations')).toBeGreaterThan(0)
    expect(match('tier nodes', 'Tier migrations')).toBe(0)
  })
  it('knows synonyms, and typing errors in them, but prefers a name', () => {
    expect(match('dead letter', 'Loads', 'dead letter bad rows')).toBeGreaterThan(0)
    expect(match('archvie', 'Tier migrations', 'archive cold')).toBeGreaterThan(0)
    expect(match('cold', 'demo.cold')).toBeGreaterThan(match('cold', 'Tier migrations', 'cold'))
  })
  it('does not forgive errors in short words, nor a third one', () => {
    expect(match('cst', 'Cost')).toBe(0)
    expect(match('rapalicatoin', 'Replication')).toBe(0)
    expect(match('replicatoin', 'Replication')).toBeGreaterThan(0)
    expect(match('café', 'Cafe')).toBeGreaterThan(0)
  })
})

/** The same by its definition, without a limit. */
function distance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [headA, headB] = [a.slice(0, -1), b.slice(0, -1)]
  const same = a.at(-1) === b.at(-1)
  const key = `${a} ${b}`
  const known = distances.get(key)
  if (known !== undefined) return known
  let found = Math.min(
    distance(headA, b) + 1,
    distance(a, headB) + 1,
    distance(headA, headB) + (same ? 0 : 1),
  )
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1))
    found = Math.min(found, distance(a.slice(0, -2), b.slice(0, -2)) + 1)
  distances.set(key, found)
  return found
}
const distances = new Map<string, number>()
