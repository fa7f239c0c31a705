import { expect, it } from 'vitest'
import { conformanceChecks, planConformance, stageAfter } from './conformance-spec.ts'

it('plans the checks that apply to a disk', () => {
  const moves = { policy: 'tiered', otherDisk: 'default', startsOn: 'other' as const }
  expect(planConformance({ moves, cached: true })).toEqual([...conformanceChecks])
  const plain = planConformance({ moves: null, cached: false })
  expect(plain.some((check) => check.startsWith('move-') || check === 'read-cached')).toBe(false)
  expect(plain.at(-1)).toBe('left')
})

it('knows what has happened to the rows', () => {
  expect(stageAfter(new Set(['write', 'update']))).toEqual({
    ...{ updated: true, deleted: false, lightlyDeleted: false },
  })
})
