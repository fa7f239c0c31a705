import { expect, test } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { assumptionForm, firstAssumptions, readAssumptions } from './assumptions.ts'

test('reads are counted unless some are given', () => {
  expect(readAssumptions(firstAssumptions)).toEqual({
    ...{ share: 0.1, cached: 0, bytesPerGet: 1_048_576 },
  })
  expect(
    readAssumptions({ readsPerDay: '2,5', sharePercent: '100', cachedPercent: '50', mibPerGet: '4' }),
  ).toEqual({
    ...{ readsPerDay: 2.5, share: 1, cached: 0.5, bytesPerGet: 4 * 1_048_576 },
  })
})

test('invalid numbers are reported, and not used', () => {
  const typed = {
    readsPerDay: 'often',
    sharePercent: '101',
    cachedPercent: '',
    mibPerGet: '0',
  }
  expect(readAssumptions(typed)).toEqual({ share: 0.1, cached: 0, bytesPerGet: 1_048_576 })
  expect(Object.keys(readForm(assumptionForm, typed).faults)).toEqual([
    'readsPerDay',
    'sharePercent',
    'cachedPercent',
    'mibPerGet',
  ])
})
