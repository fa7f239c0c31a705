import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileGlobs, type GlobSign, InvalidGlobError, maxGlobStates } from './compile-globs.ts'

const characters = ['a', 'b', '/', '😀']
const sign = fc.oneof(
  fc.constantFrom<GlobSign>({ kind: 'one' }, { kind: 'many' }, { kind: 'deep' }),
  fc.constantFrom(...characters).map((character): GlobSign => ({ kind: 'is', character })),
)
const text = fc.array(fc.constantFrom(...characters, '\n', 'c'), { maxLength: 8 })

/** Tries all ways: slow, but obviously correct. */
function fits([first, ...rest]: readonly GlobSign[], given: readonly string[]): boolean {
  if (!first) return given.length === 0
  const [character, ...after] = given
  const taken =
    character !== undefined &&
    (first.kind === 'is' ? first.character === character : first.kind === 'deep' || character !== '/')
  if (first.kind === 'is' || first.kind === 'one') return taken && fits(rest, after)
  return fits(rest, given) || (taken && fits([first, ...rest], after))
}

/** Counts how often each character is read. */
function counting(given: Iterable<string>) {
  const counted = { reads: 0 }
  function* read() {
    for (const character of given) {
      counted.reads += 1
      yield character
    }
  }
  return { text: read(), counted }
}

describe('patterns that run at once', () => {
  it('match what an exhaustive search matches', () => {
    fc.assert(
      fc.property(fc.array(fc.array(sign, { maxLength: 7 }), { maxLength: 4 }), text, (patterns, given) => {
        const expected = patterns.some((signs) => fits(signs, given))
        expect(compileGlobs(patterns)(given)).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  it('match across word boundaries of the bitset', () => {
    fc.assert(
      fc.property(fc.integer({ min: 25, max: 140 }), fc.boolean(), (length, right) => {
        const signs = Array.from({ length }, (): GlobSign => ({ kind: 'is', character: 'a' }))
        const given = 'a'.repeat(right ? length : length - 1)
        expect(compileGlobs([signs])(given)).toBe(right)
        expect(compileGlobs([[{ kind: 'one' }], signs, [{ kind: 'one' }]])(given)).toBe(right)
      }),
    )
  })

  it('read each character once, even for patterns built to be slow', () => {
    const star: GlobSign[] = [{ kind: 'deep' }, { kind: 'is', character: 'a' }]
    const slow = [...Array.from({ length: 60 }, () => star).flat(), { kind: 'is', character: 'b' } as const]
    const { text, counted } = counting('a'.repeat(10_000))
    expect(compileGlobs([slow, slow, slow])(text)).toBe(false)
    expect(counted.reads).toBe(10_000)
    const other = counting('b'.repeat(10_000))
    expect(compileGlobs([slow.slice(1)])(other.text), 'nothing can match any more').toBe(false)
    expect(other.counted.reads).toBe(1)
  })

  it('are rejected when their bitset would be too long', () => {
    const long = Array.from({ length: maxGlobStates }, (): GlobSign => ({ kind: 'one' }))
    expect(() => compileGlobs([long])).toThrow(InvalidGlobError)
    expect(() => compileGlobs([long.slice(1)])).not.toThrow()
  })
})
