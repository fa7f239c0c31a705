import { expect, it } from 'vitest'
import { type CancelFacts, describeCancel } from './describe-cancel.ts'

const MiB = 1024n * 1024n
const running: CancelFacts = {
  ...{ status: 'running', targetVolume: 'cold', deepCheck: false, checkOfId: null, unseenNodes: [] },
  ...{ movedBytes: 30n * MiB, movedParts: 1, totalBytes: 123n * MiB },
  inFlight: { parts: ['202401_2_2_0'], bytes: 31n * MiB, sentBytes: 20n * MiB },
}

it('separates what has moved, what is moving and what stays', () => {
  expect(describeCancel(running)).toBe(
    '1 part (30.0 MiB) arrived on cold and stays there. Part 202401_2_2_0 is being copied (31.0 MiB): the copy is stopped (SYSTEM STOP MOVES, then START MOVES) and its uploaded data is dropped. The part stays on its disk, unless it arrives first. 93.0 MiB in total stay where they are, including what is being copied. A retry continues from there.',
  )
})

it('says that nothing is copied while a deep check reads data that has all moved', () => {
  const inFlight = { parts: [], bytes: 0n, sentBytes: 0n }
  expect(
    describeCancel({ ...running, inFlight, movedBytes: 123n * MiB, movedParts: 4, deepCheck: true }),
  ).toBe(
    '4 parts (123 MiB) arrived on cold and stay there. No part is being copied now. Nothing is left to move. A running deep check stops. Its results so far are kept. A retry continues from there.',
  )
  expect(describeCancel({ ...running, inFlight, status: 'planned', movedBytes: 0n, movedParts: 0 })).toBe(
    'Nothing was moved. The plan is kept as cancelled.',
  )
})

it('names the nodes whose figures are old', () => {
  expect(describeCancel({ ...running, unseenNodes: ['shard-1'] })).toContain('shard-1 does not respond')
})
