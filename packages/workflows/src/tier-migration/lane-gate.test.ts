import { expect, it } from 'vitest'
import { LaneGate } from './lane-pace.ts'

/** Whether it is settled once everything that was ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  return settled
}

it('lets one in at a time, in the order in which they came', async () => {
  const gate = new LaneGate()
  const leave = await gate.enter()
  const second = gate.enter()
  const third = gate.enter()
  expect(await isSettled(second)).toBe(false)
  leave()
  leave()
  expect(await isSettled(second)).toBe(true)
  expect(await isSettled(third)).toBe(false)
  ;(await second)()
  expect(await isSettled(third)).toBe(true)
  ;(await third)()
  expect(gate.busy).toBe(false)
})

it('lets in more as soon as more are allowed, and fewer only as they leave', async () => {
  const gate = new LaneGate()
  const leaves = [await gate.enter()]
  const second = gate.enter()
  gate.allow(2)
  leaves.push(await second)
  gate.allow(1)
  const third = gate.enter()
  leaves[0]?.()
  expect(await isSettled(third)).toBe(false)
  leaves[1]?.()
  expect(await isSettled(third)).toBe(true)
})
