import { defaultPriceBook, infrequentAccess } from '@frostline/domain'
import { expect, test } from 'vitest'
import { readPriceDraft, toDraft } from './price-draft.ts'

const book = {
  ...defaultPriceBook,
  disks: [
    { kind: 'object' as const, disk: 's3_ia', ...infrequentAccess },
    { kind: 'local' as const, disk: 'nvme', gibMonth: 0.2, basis: 'provisioned' as const },
  ],
}

test('a book that is shown and not changed is the same', () => {
  expect(readPriceDraft(toDraft(book))).toEqual({ kind: 'complete', book })
})

test('what is wrong is told at its field', () => {
  const draft = toDraft(book)
  const read = readPriceDraft({
    ...{ ...draft, currency: ' ', object: { ...draft.object, minimumObjectKib: 'some' } },
    disks: draft.disks.map((each) => ({ ...each, disk: 'same' })),
  })
  expect(read).toMatchObject({
    kind: 'faulty',
    faults: {
      currency: 'One to eight characters.',
      'object.minimumObjectKib': 'A number from 0.',
      disks: 'Each disk can be listed once.',
    },
  })
})
