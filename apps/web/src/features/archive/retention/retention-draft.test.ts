import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { draftOfRetention, keeps, retentionForm, retentionOfKeep } from './retention-draft.ts'

it('reads forever, days and months, and back', () => {
  for (const { retention, value } of keeps) {
    expect(retentionForm.parse(draftOfRetention(retention))).toEqual({ retention })
    expect(retentionOfKeep(value)).toEqual(retention)
  }
})

it('names what is wrong', () => {
  const draft = { way: 'limited' as const, count: '0', unit: 'days' as const }
  expect(Object.keys(readForm(retentionForm, draft).faults)).toEqual(['count'])
  expect(Object.keys(readForm(retentionForm, { ...draft, count: '1201', unit: 'months' }).faults)).toEqual([
    'count',
  ])
  expect(readForm(retentionForm, { ...draft, way: 'for-ever' }).faults).toEqual({})
})
