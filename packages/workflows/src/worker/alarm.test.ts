import { expect, it } from 'vitest'
import { Alarm } from './duties.ts'

const never = new AbortController().signal

it('ends a sleep when it rings', async () => {
  const alarm = new Alarm()
  const sleeping = alarm.sleep(60_000, never)
  alarm.ring()
  await sleeping
})

it('ends the next sleep when it rings before, and no other after that', async () => {
  const alarm = new Alarm()
  alarm.ring()
  alarm.ring()
  await alarm.sleep(60_000, never)
  const stop = new AbortController()
  let slept = false
  const sleeping = alarm.sleep(60_000, stop.signal).then(() => {
    slept = true
  })
  await new Promise(setImmediate)
  expect(slept).toBe(false)
  stop.abort()
  await sleeping
})
