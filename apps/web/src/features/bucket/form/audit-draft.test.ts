import { expect, it } from 'vitest'
import type { DiskInBucket } from '../bucket-audit.ts'
import { choosablePlaces, prefixesOf, readDraft } from './audit-draft.ts'

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
}

it('offers each bucket once with the prefixes of its disks', () => {
  expect(choices).toHaveLength(1)
  expect(choices.map(prefixesOf)).toEqual(['a/\nb/'])
})

it('reads what was typed, or says what is wrong', () => {
  const input = {
    sourceId: 's',
    bucket: 'cold',
    prefixes: ['a/', 'b/'],
    graceMinutes: 90,
    timeLimitMinutes: 120,
    leaveOut: ['c2'],
  }
  expect(readDraft(draft, choices)).toEqual({ input })
  const wrong = { place: '', prefixes: 'a', graceHours: '-1', limitHours: 'x' }
  expect(Object.keys((readDraft({ ...draft, ...wrong }, choices) as { faults: object }).faults)).toEqual(
    Object.keys(wrong),
  )
})
