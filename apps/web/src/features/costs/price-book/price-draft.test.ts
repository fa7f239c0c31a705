import { defaultPriceBook, infrequentAccess } from '@frostline/domain'
import { expect, test } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { priceForm, toDraft } from './price-draft.ts'

const book = {
  ...defaultPriceBook,
  disks: [
    { kind: 'object' as const, disk: 's3_ia', ...infrequentAccess },
    { kind: 'local' as const, disk: 'nvme', gibMonth: 0.2, basis: 'provisioned' as const },
  ],
}

test('an unchanged book round-trips', () => {
  expect(readForm(priceForm, toDraft(book))).toEqual({ value: book, faults: {} })
})

test('faults are reported at their fields', () => {
  const draft = toDraft(book)
  const read = readForm(priceForm, {
    ...{ ...draft, currency: ' ', object: { ...draft.object, minimumObjectKib: 'some' } },
    disks: draft.disks.map((each) => ({ ...each, disk: 'same' })),
  })
  expect(read).toMatchObject({
    value: null,
    faults: {
      currency: 'One to eight characters.',
      'object.minimumObjectKib': 'A number from 0.',
      disks: 'Each disk can be listed once.',
    },
  })
})
