import { describe, expect, it } from 'vitest'
import { readRemovalDraft, readWait } from './removal-draft.ts'

const now = new Date('2026-11-22T00:00:00Z')

describe('a choice of orphans', () => {
  it('turns days into a time, and keeps the order of kinds', () => {
    expect(
      readRemovalDraft({ kinds: ['upload', 'engine'], prefix: ' demo/ ', olderThan: '1,5' }, now),
    ).toEqual({
      choice: { kinds: ['engine', 'upload'], prefix: 'demo/', changedBefore: '2026-11-20T12:00:00.000Z' },
    })
  })

  it('takes whatever the audit has found where no age is given', () => {
    expect(readRemovalDraft({ kinds: ['other'], prefix: '', olderThan: '' }, now)).toEqual({
      choice: { kinds: ['other'], prefix: '', changedBefore: null },
    })
  })

  it('names what is wrong by field', () => {
    expect(readRemovalDraft({ kinds: [], prefix: '', olderThan: 'x' }, now)).toEqual({
      faults: { kinds: 'Choose at least one kind.', olderThan: 'Enter 0 to 3650 days.' },
    })
  })

  it('knows a wait without end', () => {
    expect([readWait('168'), readWait('never')]).toEqual([168, null])
  })
})
