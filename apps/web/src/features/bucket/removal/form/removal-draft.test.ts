import { describe, expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { choiceOf, readWait, removalForm } from './removal-draft.ts'

const now = new Date('2026-11-22T00:00:00Z')

describe('a choice of orphans', () => {
  it('converts days into a time, and keeps the order of kinds', () => {
    const draft = { kinds: new Set(['upload', 'engine'] as const), prefix: ' demo/ ', olderThan: '1,5' }
    expect(choiceOf(removalForm.parse(draft), now)).toEqual({
      ...{ kinds: ['engine', 'upload'], prefix: 'demo/', changedBefore: '2026-11-20T12:00:00.000Z' },
    })
  })

  it('takes everything that the audit found if no age is given', () => {
    const draft = { kinds: new Set(['other'] as const), prefix: '', olderThan: '' }
    expect(choiceOf(removalForm.parse(draft), now)).toEqual({
      ...{ kinds: ['other'], prefix: '', changedBefore: null },
    })
  })

  it('names what is wrong by field', () => {
    expect(readForm(removalForm, { kinds: new Set<never>(), prefix: '', olderThan: 'x' }).faults).toEqual({
      ...{ kinds: 'Choose at least one kind.', olderThan: 'Enter 0 to 3650 days.' },
    })
  })

  it('supports an unlimited wait', () => {
    expect([readWait('168'), readWait('never')]).toEqual([168, null])
  })
})
