import { expect, it } from 'vitest'
import type { z } from 'zod'
import { readForm } from '@/form/use-form.ts'
import { diskForm, emptyDisk } from './disk-form.ts'

it('reads the input', () => {
  expect(readForm(diskForm, { ...emptyDisk, columns: '5,50 , 100', parts: ' 1 ' })).toEqual({
    faults: {},
    value: { formats: ['wide', 'compact'], columns: [5, 50, 100], parts: [1], rows: 200_000, runs: 3 },
  })
})

it.each<[Partial<z.input<typeof diskForm>>, string]>([
  [{ formats: new Set() }, 'formats'],
  [{ columns: '' }, 'columns'],
  [{ columns: '1,2,3,4,5' }, 'columns'],
  [{ columns: '501' }, 'columns'],
  [{ parts: '0' }, 'parts'],
  [{ parts: 'x' }, 'parts'],
  [{ rows: '10' }, 'rows'],
  [{ runs: '21' }, 'runs'],
])('%o is wrong at %s', (change, field) => {
  expect(Object.keys(readForm(diskForm, { ...emptyDisk, ...change }).faults)).toEqual([field])
})
