import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { archiveForm } from './archive-draft.ts'

const draft = {
  ...{ way: 'older-than' as const, partitions: ['202401'], days: '90', source: 's', bucket: 'b' },
  prefix: ' cold/2024/ ',
}

it('reads an age, or the selected partitions', () => {
  const place = { source: { id: 's', bucket: 'b' }, prefix: 'cold/2024/' }
  expect(archiveForm.parse(draft)).toEqual({ ...place, choice: { kind: 'older-than', days: 90 } })
  expect(archiveForm.parse({ ...draft, way: 'partitions' })).toEqual({
    ...place,
    choice: { kind: 'partitions', partitionIds: ['202401'] },
  })
})

it('names what is wrong by field', () => {
  const { faults } = readForm(archiveForm, { ...draft, days: 'x', source: '', prefix: 'no slash' })
  expect(Object.keys(faults)).toEqual(['source', 'days', 'prefix'])
})
