import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryParts, makePart, makeReplica, tieredPolicy } from '../testing/arbitrary-replica.ts'
import { decideOptimize } from './optimize-first.ts'
import { planTierMigration } from './plan.ts'

const idle = { policy: tieredPolicy, mergingParts: [], movingParts: [], replication: null }

it('never merges a partition that has a part on a colder volume', () => {
  fc.assert(
    fc.property(arbitraryParts, (parts) => {
      const decision = decideOptimize({ ...idle, parts })
      const cold = parts.some((part) => part.disk === 's3_cached')
      expect(decision.kind).toBe(cold || parts.length < 2 ? 'not-needed' : 'optimize')
    }),
  )
})

it('waits for what the server does with one of the parts', () => {
  const parts = [makePart('202301', 1, 'default'), makePart('202301', 2, 'local2')]
  const [first] = parts
  expect(decideOptimize({ ...idle, parts, mergingParts: [first?.name ?? ''] })).toEqual({
    kind: 'wait',
    reason: 'A merge, mutation or move is using part 202301_1_1_0.',
  })
  expect(decideOptimize({ ...idle, parts }).kind).toBe('optimize')
})

it('plans it for partitions of several hot parts, and says which are moved as they are', () => {
  const replica = makeReplica([
    makePart('202301', 1, 'default'),
    makePart('202301', 2, 'default'),
    makePart('202302', 1, 'default'),
    makePart('202303', 1, 'default'),
    makePart('202303', 2, 's3_cached'),
  ])
  const goal = { kind: 'partitions' as const, partitionIds: ['202301', '202302', '202303'] }
  const plan = planTierMigration([replica], goal, 'cold', { optimizeFirst: true })
  if (plan.kind !== 'planned') throw new Error('It was refused')
  expect(plan.steps.map((step) => [step.partitionId, step.optimizeFirst])).toEqual([
    ['202301', true],
    ['202302', false],
    ['202303', false],
  ])
  expect(plan.checks.filter((check) => check.id === 'optimize').map((check) => check.outcome)).toEqual([
    'warning',
  ])
  expect(plan.checks.find((check) => check.id === 'optimize')?.text).toContain('202303')
})

it('needs room for the merged part on the volume where it is written', () => {
  const parts = [
    makePart('202301', 1, 'default', { bytesOnDisk: 600n }),
    makePart('202301', 2, 'default', { bytesOnDisk: 600n }),
  ]
  const disks = [
    { name: 'default', freeBytes: 1000n },
    { name: 'local2', freeBytes: 0n },
    { name: 's3_cached', freeBytes: null },
  ]
  const goal = { kind: 'partitions' as const, partitionIds: ['202301'] }
  const plan = planTierMigration([makeReplica(parts, { disks })], goal, 'cold', { optimizeFirst: true })
  expect(plan.kind).toBe('refused')
  expect(plan.checks.filter((check) => check.outcome === 'blocking').map((check) => check.id)).toEqual([
    'optimize',
  ])
  expect(planTierMigration([makeReplica(parts, { disks })], goal, 'cold').kind).toBe('planned')
})
