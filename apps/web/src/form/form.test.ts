import { expect, it } from 'vitest'
import { z } from 'zod'
import {
  adopt,
  cronText,
  decimalNumber,
  emptyOr,
  requiredText,
  timeZoneName,
  wholeNumber,
} from './field-schemas.ts'
import { type Fields, nested, readForm } from './use-form.ts'

const form = z
  .object({
    ...{ name: requiredText('Enter a name.'), threads: wholeNumber(1, 16) },
    limit: emptyOr(decimalNumber(0.5, 1_000), null),
    ...{ cron: cronText, timeZone: timeZoneName },
  })
  .superRefine(({ threads }, context) => {
    if (threads !== 3) context.addIssue({ code: 'custom', path: ['threads'], message: 'Not three.' })
  })

const good = { name: ' a ', threads: '3', limit: '1,5', cron: '0 6 * * *', timeZone: 'UTC' }

it('gives the value of a draft', () => {
  expect(readForm(form, good)).toEqual({ value: { ...good, name: 'a', threads: 3, limit: 1.5 }, faults: {} })
  expect(readForm(form, { ...good, limit: ' ' }).value?.limit).toBeNull()
})

it('reports the first fault of each field at once, including cross-field ones', () => {
  const wrong = { name: ' ', threads: '17', limit: '0', cron: '0 6 * *', timeZone: 'Mars/Base' }
  const { value, faults } = readForm(form, wrong)
  expect([value, Object.keys(faults).sort()]).toEqual([null, Object.keys(wrong).sort()])
  expect(faults).toMatchObject({
    name: 'Enter a name.',
    threads: 'From 1 to 16.',
    limit: 'From 0.5 to 1,000.',
  })
  expect(readForm(form, { ...good, threads: '4' }).faults).toEqual({ threads: 'Not three.' })
})

it('shows the faults of another schema at the mapped fields', () => {
  const spec = z.object({ source: z.object({ id: z.string().min(1, 'None.') }) })
  const outer = z
    .object({ id: z.string() })
    .transform(({ id }, context) => adopt(spec, { source: { id } }, context, ([first]) => `my ${first}`))
  expect(readForm(outer, { id: '' }).faults).toEqual({ 'my source': 'None.' })
  expect(readForm(outer, { id: 'x' }).value).toEqual({ source: { id: 'x' } })
})

it('composes forms, including lists', () => {
  let draft = { nodes: [{ url: 'a' }, { url: 'b' }] }
  const whole: Fields<typeof draft> = {
    ...{ draft, faults: { 'nodes.1.url': 'Wrong.', nodes: 'Too many.' } },
    change: (patch) => {
      draft = { ...draft, ...patch }
    },
    field: () => {
      throw new Error('not needed')
    },
  }
  const second = nested(nested(whole, 'nodes'), 1).field('url')
  expect([second.value, second.error]).toEqual(['b', 'Wrong.'])
  second.onValueChange('c')
  expect(draft).toEqual({ nodes: [{ url: 'a' }, { url: 'c' }] })
})
