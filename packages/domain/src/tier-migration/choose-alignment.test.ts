import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../placement/part.ts'
import { findVolumeOfDisk } from '../policy/storage-policy.ts'
import { arbitraryParts, makePart, makeReplica, tieredPolicy } from '../testing/arbitrary-replica.ts'
import type { TierMigrationGoal } from './goal.ts'
import { planTierMigration } from './plan.ts'
import type { ObservedReplica } from './snapshot.ts'

type AlignGoal = Extract<TierMigrationGoal, { kind: 'align-replicas' }>

const goals: AlignGoal[] = [
  { kind: 'align-replicas', to: 'most-bytes' },
  { kind: 'align-replicas', to: 'coldest' },
  { kind: 'align-replicas', to: 'replica', replica: 2 },
]
const [maxBytes, coldest, followSecond] = goals as [AlignGoal, AlignGoal, AlignGoal]

function replicaOf(
  shard: number,
  replica: number,
  parts: readonly Part[],
  change: Partial<ObservedReplica> = {},
) {
  return makeReplica(parts, { node: { name: `${shard}-${replica}`, shard, replica }, ...change })
}

const arbitraryCluster = fc
  .tuple(arbitraryParts, arbitraryParts, arbitraryParts, arbitraryParts)
  .map(([a, b, c, d]) => [replicaOf(1, 1, a), replicaOf(1, 2, b), replicaOf(2, 1, c), replicaOf(2, 2, d)])

/** The cluster as it is after every step of the plan. */
function carryOut(replicas: readonly ObservedReplica[], goal: AlignGoal): ObservedReplica[] {
  const plan = planTierMigration(replicas, goal, null)
  const steps = plan.kind === 'planned' ? plan.steps : []
  return replicas.map((replica) => ({
    ...replica,
    parts: replica.parts.map((part) => {
      const step = steps.find((own) => own.node === replica.node && own.parts.includes(part))
      return step ? { ...part, disk: step.toVolume === 'cold' ? 's3_cached' : 'default' } : part
    }),
  }))
}

function volumesOf(replica: ObservedReplica, partitionId: string): string[] {
  const own = replica.parts.filter((part) => part.partitionId === partitionId)
  return [...new Set(own.map((part) => findVolumeOfDisk(replica.policy, part.disk)?.name ?? ''))]
}

describe('aligning replicas', () => {
  it('leaves all replicas of a shard on one volume for each partition that they share', () => {
    fc.assert(
      fc.property(arbitraryCluster, fc.constantFrom(...goals), (replicas, goal) => {
        const after = carryOut(replicas, goal)
        for (const shard of [1, 2]) {
          const [first, second] = after.filter(({ node }) => node.shard === shard)
          if (!first || !second) throw new Error('Each shard has two replicas')
          const ids = new Set(first.parts.map((part) => part.partitionId))
          for (const id of new Set(second.parts.map((part) => part.partitionId)))
            if (ids.has(id)) expect(new Set([...volumesOf(first, id), ...volumesOf(second, id)]).size).toBe(1)
        }
      }),
    )
  })

  it('plans nothing the second time, sums its steps, and never merges', () => {
    fc.assert(
      fc.property(arbitraryCluster, fc.constantFrom(...goals), (replicas, goal) => {
        const again = planTierMigration(carryOut(replicas, goal), goal, null)
        expect(again.kind).toBe('refused')
        const plan = planTierMigration(replicas, goal, null)
        if (plan.kind !== 'planned') return
        expect(plan.steps.some((step) => step.optimizeFirst)).toBe(false)
        expect(plan.totals.bytes).toBe(plan.steps.reduce((sum, step) => sum + step.totals.bytes, 0n))
        expect(plan.totals.parts).toBe(plan.steps.reduce((sum, step) => sum + step.totals.parts, 0))
      }),
    )
  })

  const split = [
    replicaOf(1, 1, [makePart('202301', 1, 's3_cached'), makePart('202302', 1, 'default')]),
    replicaOf(1, 2, [
      makePart('202301', 1, 'default'),
      makePart('202302', 1, 's3_cached', { bytesOnDisk: 1n }),
    ]),
  ]
  const moves = (goal: AlignGoal) => {
    const plan = planTierMigration(split, goal, null)
    return plan.kind === 'planned'
      ? plan.steps.map((step) => `${step.node.name} ${step.partitionId} ${step.toVolume}`)
      : plan.checks
  }

  it('lets most bytes decide, the colder at a tie; or the coldest; or a replica', () => {
    expect(moves(maxBytes)).toEqual(['1-2 202301 cold', '1-2 202302 hot'])
    expect(moves(coldest)).toEqual(['1-2 202301 cold', '1-1 202302 cold'])
    expect(moves(followSecond)).toEqual(['1-1 202301 hot', '1-1 202302 cold'])
  })

  it('refuses where there is nothing to align, to follow, or to agree on', () => {
    const blocking = (replicas: ObservedReplica[], goal: AlignGoal, options = {}) =>
      planTierMigration(replicas, goal, null, options)
        .checks.filter((check) => check.outcome === 'blocking')
        .map((check) => check.text)
    expect(blocking(split.slice(0, 1), maxBytes)[0]).toContain('no shard has two replicas')
    expect(blocking(split, { ...followSecond, replica: 3 })[0]).toBe(
      'Shard 1 has no replica 3 with this table to follow.',
    )
    const other = { ...tieredPolicy, name: 'other', volumes: tieredPolicy.volumes.slice(0, 1) }
    const [first, second] = split
    if (!first || !second) throw new Error('Two replicas')
    expect(blocking([first, { ...second, policy: other }], maxBytes)[0]).toBe(
      'The replicas of shard 1 have policies with different volumes: 1-1: tiered (hot, cold); 1-2: other (hot).',
    )
    expect(blocking(split, maxBytes, { optimizeFirst: true })[0]).toContain(
      'Alignment does not support OPTIMIZE',
    )
  })

  it('reserves room on the hot volume, and sees a TTL that would move parts back', () => {
    const full = split.map((replica) => ({
      ...replica,
      disks: replica.disks.map((disk) => (disk.freeBytes === null ? disk : { ...disk, freeBytes: 0n })),
    }))
    const ids = (replicas: ObservedReplica[]) =>
      planTierMigration(replicas, followSecond, null).checks.flatMap(({ id, outcome }) =>
        outcome === 'blocking' ? [id] : [],
      )
    expect(ids(full)).toEqual(['free-space'])
    const wanted = new Map([['202301_1_1_0', 'cold']])
    expect(ids(split.map((replica) => ({ ...replica, wantedVolumes: wanted })))).toEqual(['ttl-bounce'])
  })

  it('says which partitions the reference does not hold, and leaves them', () => {
    const plan = planTierMigration(
      [...split, replicaOf(1, 3, [makePart('202301', 1, 'default')])],
      { ...followSecond, replica: 3 },
      null,
    )
    expect(plan.checks.find((check) => check.id === 'replicas')?.text).toBe(
      'The reference of shard 1 lacks 1 partitions that others have: 202302.',
    )
  })
})
