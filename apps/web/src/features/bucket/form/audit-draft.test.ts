import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import type { DiskInBucket } from '../bucket-audit.ts'
import { auditForm, choosablePlaces, prefixesOf } from './audit-draft.ts'

const place = { sourceId: 's', sourceName: 'Store', bucket: 'cold' }
const disk = (node: string, at: DiskInBucket['place']): DiskInBucket => ({
  ...{ node, disk: 'cold', prefixes: [`${node}/`], sample: `${node}/x`, place: at },
})
const choices = choosablePlaces([disk('b', place), disk('a', place), disk('c', null)])
const draft = {
  place: choices[0]?.key ?? '',
  prefixes: 'a/\n b/ \n',
  graceHours: '1.5',
  limitHours: '2',
  leaveOut: new Set(['c2']),
  choices,
}

it('offers each bucket once with the prefixes of its disks', () => {
  expect(choices).toHaveLength(1)
  expect(choices.map(prefixesOf)).toEqual(['a/\nb/'])
})

it('reads the input, or says what is wrong', () => {
  const input = {
    sourceId: 's',
    bucket: 'cold',
    prefixes: ['a/', 'b/'],
    graceMinutes: 90,
    timeLimitMinutes: 120,
    leaveOut: ['c2'],
  }
  expect(readForm(auditForm, draft).value).toEqual(input)
  const wrong = { graceHours: '-1', limitHours: 'x', place: '', prefixes: 'a' }
  expect(Object.keys(readForm(auditForm, { ...draft, ...wrong }).faults)).toEqual(Object.keys(wrong))
})
