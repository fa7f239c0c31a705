import { expect, it } from 'vitest'
import { describePart, describeUnlocked } from './describe-shared-part.ts'
import type { SharedPart } from './use-table-sharing.ts'

const blob: SharedPart['blobs'][number] = {
  ...{ blob: 'a', lockPath: null, owners: [], unlocked: ['r1'], bytes: 1n, holders: 1 },
}
const off = new Set<string>()
const on = new Set(['r1', 'r2'])

it('treats separate objects as intended where zero-copy replication is off', () => {
  expect(describePart('apart', off)).toMatchObject({ tone: 'neutral', word: 'own objects' })
  expect(describeUnlocked(blob, off)).toEqual([{ tone: 'neutral', text: 'only r1 uses them' }])
  expect(describePart('apart', on)).toMatchObject({ tone: 'warn', word: 'stored apart' })
  expect(describeUnlocked(blob, on)).toEqual([{ tone: 'warn', text: 'without a lock: r1' }])
})

it('warns of objects that several replicas use without a lock, whatever the setting', () => {
  const shared = { ...blob, unlocked: ['r1', 'r2'], holders: 2 }
  expect(describeUnlocked(shared, off)).toEqual([{ tone: 'warn', text: 'shared without a lock: r1, r2' }])
  expect(describeUnlocked({ ...blob, unlocked: [] }, off)).toEqual([])
})

it('distinguishes replicas where the setting is on for some of them', () => {
  expect(describePart('apart', new Set(['r2']))).toMatchObject({ tone: 'neutral' })
  expect(describeUnlocked(blob, new Set(['r2']))).toEqual([{ tone: 'neutral', text: 'only r1 uses them' }])
})
