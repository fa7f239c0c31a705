import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Command, type Pending, readKey } from './read-key.ts'

/** Presses keys, each some milliseconds after the one before. */
function press(...keys: (string | [string, number])[]): Command[] {
  let pending: Pending = null
  let nowMs = 0
  return keys.flatMap((each) => {
    const [key, afterMs] = typeof each === 'string' ? [each, 100] : each
    nowMs += afterMs
    const read = readKey(pending, key, nowMs)
    pending = read.pending
    return read.command ?? []
  })
}

describe('readKey', () => {
  it('goes to a page by g and its letter, in either case', () => {
    expect(press('g', 't')).toEqual([{ kind: 'go', key: 't' }])
    expect(press('G', 'T', 'g', 'o')).toEqual([
      { kind: 'go', key: 't' },
      { kind: 'go', key: 'o' },
    ])
  })
  it('forgets a g that waits too long', () => {
    expect(press('g', ['t', 1_501])).toEqual([])
    expect(press('g', ['t', 1_500])).toEqual([{ kind: 'go', key: 't' }])
  })
  it('ends a sequence at any other key', () => {
    expect(press('g', 'Escape', 't')).toEqual([])
    expect(press('g', 'Shift', '?')).toEqual([{ kind: 'help' }])
  })
  it('does nothing without a g or a question mark, and at most one thing a key', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 't', 'x', 'Enter', ' ', 'Tab')), (keys) => {
        expect(press(...keys)).toEqual([])
      }),
    )
    fc.assert(
      fc.property(fc.array(fc.constantFrom('g', 't', '?', 'Escape')), (keys) => {
        expect(press(...keys).length).toBeLessThanOrEqual(keys.length)
      }),
    )
  })
})
