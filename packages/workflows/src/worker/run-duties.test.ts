import { expect, it } from 'vitest'
import { runDuties } from './duties.ts'

it('runs all that can run, in order, and reports failures', async () => {
  const done: string[] = []
  const errors = await runDuties([
    () => void done.push('first'),
    () => {
      throw new Error('at once')
    },
    () => Promise.reject(new Error('later')),
    async () => void done.push('last'),
  ])
  expect(done).toEqual(['first', 'last'])
  expect(errors).toEqual([new Error('at once'), new Error('later')])
})
