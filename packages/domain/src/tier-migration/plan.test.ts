import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../placement/part.ts'
import { arbitraryParts, makePart, makeReplica, tieredPolicy } from '../testing/arbitrary-replica.ts'
import type { TierMigrationGoal } from './goal.ts'
import { planTierMigration } from './plan.ts'
import type { ReplicaChoices } from './replica-choices.ts'
import type { ObservedReplica, ReplicaSnapshot } from './snapshot.ts'

const everything: TierMigrationGoal = {
  kind: 'partitions',
  partitionIds: ['202301', '202302', '202303', '202401'],
}

describe('planTierMigration', () => {
  it('covers exactly the chosen parts that are off the target, each once', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.constantFrom('hot', 'cold'), (parts, target) => {
        const plan = planTierMigration([makeReplica(parts)], everything, target)
        const onTarget = target === 'hot' ? ['default', 'local2'] : ['s3_cached']
        const expected = parts.filter((part) => !onTarget.includes(part.disk)).map((part) => part.name)
        const planned =
          plan.kind === 'planned' ? plan.steps.flatMap((step) => step.parts.map((part) => part.name)) : []
        expect(planned.toSorted()).toEqual(expected.toSorted())
      }),
    )
  })

  it('plans nothing once the goal is met', () => {
    fc.assert(
      fc.property(arbitraryParts, (parts) => {
        const cold = parts.map((part) => ({ ...part, disk: 's3_cached' }))
        const plan = planTierMigration([makeReplica(cold)], everything, 'cold')
        expect(plan.kind).toBe('refused')
        expect(plan.checks.filter((check) => check.outcome === 'blocking').map((check) => check.id)).toEqual([
          'something-to-move',
        ])
      }),
    )
  })

  it('never plans more onto a local volume than it has free', () => {
    fc.assert(
      fc.property(arbitraryParts, fc.bigInt({ min: 0n, max: 1n << 46n }), (parts, freeBytes) => {
        const replica = makeReplica(parts, {
          disks: [
            { name: 'default', freeBytes },
            { name: 'local2', freeBytes: 0n },
            { name: 's3_cached', freeBytes: null },
          ],
        })
        const plan = planTierMigration([replica], everything, 'hot')
        if (plan.kind === 'planned') expect(plan.totals.bytes <= freeBytes).toBe(true)
      }),
    )
  })

  it('counts the room of two disks on one file system once, and says so', () => {
    const free = (freeBytes: bigint) => ({
      disks: [
        { name: 'default', freeBytes, fileSystem: 'default' },
        { name: 'local2', freeBytes, fileSystem: 'default' },
        { name: 's3_cached', freeBytes: null },
      ],
    })
    fc.assert(
      fc.property(arbitraryParts, fc.bigInt({ min: 0n, max: 1n << 46n }), (parts, freeBytes) => {
        const plan = planTierMigration([makeReplica(parts, free(freeBytes))], everything, 'hot')
        if (plan.kind === 'planned') expect(plan.totals.bytes <= freeBytes).toBe(true)
        for (const { id, text } of plan.checks)
          if (id === 'free-space') expect(text).toContain('default, local2 share one file system')
      }),
    )
  })

  it('totals are the sum of the steps', () => {
    fc.assert(
      fc.property(arbitraryParts, (parts) => {
        const plan = planTierMigration([makeReplica(parts)], everything, 'cold')
        if (plan.kind !== 'planned') return
        expect(plan.totals.rows).toBe(plan.steps.reduce((sum, step) => sum + step.totals.rows, 0n))
        expect(plan.totals.bytes).toBe(plan.steps.reduce((sum, step) => sum + step.totals.bytes, 0n))
        expect(plan.totals.parts).toBe(plan.steps.reduce((sum, step) => sum + step.totals.parts, 0))
      }),
    )
  })

  it('refuses to bring back what the TTL would move away at once', () => {
    const parts = [makePart('202301', 1, 's3_cached'), makePart('202302', 1, 's3_cached')]
    const wantedVolumes = new Map(parts.slice(0, 1).map((part) => [part.name, 'cold']))
    const bring = (partitionIds: string[]) =>
      planTierMigration([makeReplica(parts, { wantedVolumes })], { kind: 'partitions', partitionIds }, 'hot')
    expect(bring(['202302']).kind).toBe('planned')
    const refused = bring(['202301', '202302'])
    expect(refused.kind).toBe('refused')
    const check = refused.checks.find(({ id }) => id === 'ttl-bounce')
    expect(check?.outcome).toBe('blocking')
    expect(check?.text).toContain("requires 1 of the selected parts on 'cold'")
    expect(check?.text).toContain('202301_1_1_0')
  })

  it('moves the oldest partition first, on every replica, and undated ones last', () => {
    const second = { name: 'shard-2-replica-1', shard: 2, replica: 1 }
    const undated = makePart('202301', 1, 'default', { newestMs: null })
    const plan = planTierMigration(
      [
        makeReplica([makePart('202401', 1, 'default'), makePart('202302', 1, 'default')], { node: second }),
        makeReplica([makePart('202302', 1, 'default'), undated]),
      ],
      everything,
      'cold',
    )
    const order =
      plan.kind === 'planned' ? plan.steps.map((step) => `${step.partitionId} ${step.node.shard}`) : []
    expect(order).toEqual(['202302 1', '202302 2', '202401 2', '202301 1'])
  })

  it('older-than takes a partition only when its newest row is older', () => {
    const parts = [
      makePart('202301', 1, 'default', { newestMs: Date.UTC(2023, 0, 31) }),
      makePart('202302', 1, 'default', { newestMs: Date.UTC(2023, 1, 10) }),
      makePart('202302', 2, 'default', { newestMs: Date.UTC(2023, 1, 28) }),
      makePart('202303', 1, 'default', { newestMs: null }),
    ]
    const goal: TierMigrationGoal = { kind: 'older-than', before: '2023-02-20T00:00:00Z' }
    const plan = planTierMigration([makeReplica(parts)], goal, 'cold')
    expect(plan.kind === 'planned' && plan.steps.map((step) => step.partitionId)).toEqual(['202301'])
    expect(plan.checks.find((check) => check.id === 'has-date')?.text).toContain('202303')
  })

  it('refuses while a replica cannot be seen, and says which', () => {
    const lost = {
      state: 'unreachable' as const,
      node: { name: 'shard-2-replica-1', shard: 2, replica: 1 },
      reason: 'ECONNREFUSED',
    }
    const plan = planTierMigration(
      [makeReplica([makePart('202301', 1, 'default')]), lost],
      everything,
      'cold',
    )
    expect(plan.kind).toBe('refused')
    expect(plan.checks.find((check) => check.node === 'shard-2-replica-1')).toMatchObject({
      id: 'replica-reachable',
      outcome: 'blocking',
    })
  })

  it('warns of a replica that takes no writes, which can still move', () => {
    const replica = makeReplica([makePart('202301', 1, 'default')], { readOnly: 'Keeper session expired.' })
    const plan = planTierMigration([replica], everything, 'cold')
    expect(plan.kind).toBe('planned')
    expect(plan.checks.find(({ id }) => id === 'replica-writable')).toMatchObject({
      outcome: 'warning',
      text: 'The replica is read-only: Keeper session expired.',
    })
  })

  const replication = {
    isReadonly: false,
    isLogBehind: false,
    isAttaching: false,
    queuedParts: [],
    merges: [],
  }

  describe('of replicas that are not as they should be', () => {
    const part = makePart('202301', 1, 'default')
    const peer = (more: Partial<ObservedReplica> = {}) =>
      makeReplica([part], {
        node: { name: 'b', shard: 1, replica: 2 },
        replication,
        ...more,
      })
    const first = makeReplica([part], { replication })
    const lost = { state: 'unreachable' as const, node: { name: 'b', shard: 1, replica: 2 }, reason: 'gone' }
    const plan = (other: ReplicaSnapshot, replicas: ReplicaChoices) => {
      const made = planTierMigration([first, other], everything, 'cold', { replicas })
      const nodes =
        made.kind === 'planned' ? made.steps.map(({ node, parts }) => `${node.name} ${parts.length}`) : []
      return {
        nodes,
        outcomes: made.checks.filter(({ node, outcome }) => node === 'b' && outcome !== 'passed'),
      }
    }

    it('refuses, waits for and leaves one that is away', () => {
      const { name } = first.node
      expect(plan(lost, {})).toMatchObject({ nodes: [], outcomes: [{ outcome: 'blocking' }] })
      expect(plan(lost, { away: 'wait' })).toMatchObject({
        nodes: [`${name} 1`, 'b 0'],
        outcomes: [{ outcome: 'warning' }],
      })
      expect(plan(lost, { away: 'leave' })).toMatchObject({
        nodes: [`${name} 1`],
        outcomes: [{ outcome: 'warning' }],
      })
    })

    it('never leaves one that may hold rows of its own', () => {
      const alone = planTierMigration([makeReplica([part]), lost], everything, 'cold', {
        replicas: { away: 'leave' },
      })
      expect(alone.kind).toBe('refused')
    })

    it('refuses, waits for and leaves one that is read-only', () => {
      const readOnly = peer({ readOnly: 'Keeper session expired.' })
      expect(plan(readOnly, { readOnly: 'refuse' })).toMatchObject({
        nodes: [],
        outcomes: [{ outcome: 'blocking' }],
      })
      expect(plan(readOnly, {}).nodes).toEqual([`${first.node.name} 1`, 'b 1'])
      expect(plan(readOnly, { readOnly: 'leave' }).nodes).toEqual([`${first.node.name} 1`])
    })

    it('refuses one that is behind, waits for it, and says what it ends without', () => {
      const behind = peer({ replication: { ...replication, queuedParts: ['202301_2_2_0'] } })
      expect(plan(behind, { behind: 'refuse' })).toMatchObject({
        nodes: [],
        outcomes: [{ outcome: 'blocking' }],
      })
      expect(plan(behind, {}).outcomes[0]?.text).toBe('1 part is in the replication queue: 202301_2_2_0.')
      expect(plan(behind, { behind: 'leave' }).outcomes[0]?.hint).toContain('end without the parts')
    })
  })

  describe('on a disk that replicas share', () => {
    const sharer = (replica: number, parts: readonly Part[], overrides: Partial<ObservedReplica> = {}) =>
      makeReplica(parts, {
        sharesBy: '/clickhouse/zero_copy',
        node: { name: `replica-${replica}`, shard: 1, replica },
        ...overrides,
      })
    const hot = (block: number) => makePart('202301', block, 'default')

    it('has moves wait for Keeper, without which they would leave objects and locks behind', () => {
      const readOnly = { readOnly: 'Keeper session expired.' }
      const hintOf = (replica: ObservedReplica) =>
        planTierMigration([replica], everything, 'cold').checks.find(({ id }) => id === 'replica-writable')
          ?.hint
      expect(hintOf(sharer(1, [hot(1)], readOnly))).toContain('Its steps wait until the replica is writable')
      expect(hintOf(makeReplica([hot(1)], readOnly))).toContain('Moves run on it, but')
      const needsKeeper = (replica: ObservedReplica, volume: string) => {
        const plan = planTierMigration([replica], everything, volume)
        return plan.kind === 'planned' && plan.steps.map((step) => step.needsKeeper)
      }
      expect(needsKeeper(sharer(1, [hot(1)]), 'cold')).toEqual([true])
      expect(needsKeeper(sharer(1, [makePart('202301', 1, 's3_cached')]), 'hot')).toEqual([true])
      expect(needsKeeper(makeReplica([hot(1)]), 'cold')).toEqual([false])
    })

    const stepsOf = (replicas: readonly ObservedReplica[], volume = 'cold') => {
      const plan = planTierMigration(replicas, everything, volume)
      if (plan.kind !== 'planned') throw new Error(plan.checks.map(({ text }) => text).join(' '))
      return plan.steps.map(({ node, totals, sharing }) => [
        ...[node.replica, totals.parts, totals.bytes],
        ...[sharing?.uploader ?? null, sharing?.sharedBytes ?? null],
      ])
    }

    it('has the most complete replica upload first, and counts the bytes of the others once', () => {
      expect(stepsOf([sharer(1, [hot(1)]), sharer(2, [hot(1), hot(2)])])).toEqual([
        [2, 2, 2000n, 'replica-2', 0n],
        [1, 1, 0n, 'replica-2', 1000n],
      ])
    })

    it('counts what the uploader lacks where it is uploaded', () => {
      expect(stepsOf([sharer(1, [hot(1), hot(2), hot(3)]), sharer(2, [hot(2), hot(4)])])).toEqual([
        [1, 3, 3000n, 'replica-1', 0n],
        [2, 2, 1000n, 'replica-1', 1000n],
      ])
    })

    it('uploads nothing that a replica has there already', () => {
      const cold = makePart('202301', 1, 's3_cached')
      expect(stepsOf([sharer(1, [hot(1)]), sharer(2, [cold])])).toEqual([[1, 1, 0n, 'replica-1', 1000n]])
    })

    it('prefers a replica that can write', () => {
      const readOnly = { readOnly: 'Keeper session expired.' }
      expect(
        stepsOf([sharer(1, [hot(1), hot(2)], readOnly), sharer(2, [hot(1)])]).map(([replica]) => replica),
      ).toEqual([2, 1])
    })

    it('has one that is away follow another one of its shard', () => {
      const away = {
        state: 'unreachable' as const,
        node: { name: 'b', shard: 1, replica: 1 },
        reason: 'gone',
      }
      const plan = planTierMigration([away, sharer(2, [hot(1)], { replication })], everything, 'cold', {
        replicas: { away: 'wait' },
      })
      expect(plan).toMatchObject({
        kind: 'planned',
        steps: [
          { node: { replica: 2 }, sharing: { uploader: 'replica-2', sharers: 2 } },
          { node: { name: 'b' }, totals: { bytes: 0n }, sharing: { uploader: 'replica-2', sharers: 2 } },
        ],
      })
    })

    it('lets each copy its own where they lock below other paths, on other shards, and to a local disk', () => {
      const own = [
        [1, 1, 1000n, null, null],
        [2, 1, 1000n, null, null],
      ]
      expect(stepsOf([sharer(1, [hot(1)]), sharer(2, [hot(1)], { sharesBy: '/other' })])).toEqual(own)
      const elsewhere = { node: { name: 'elsewhere', shard: 2, replica: 2 } }
      expect(stepsOf([sharer(1, [hot(1)]), sharer(2, [hot(1)], elsewhere)])).toEqual(own)
      const cold = makePart('202301', 1, 's3_cached')
      expect(stepsOf([sharer(1, [cold]), sharer(2, [cold])], 'hot')).toEqual(own)
    })

    it('says what a move means', () => {
      const plan = planTierMigration([sharer(1, [hot(1)]), sharer(2, [hot(1)])], everything, 'cold')
      expect(plan.checks.filter(({ id }) => id === 'zero-copy')).toMatchObject([
        {
          outcome: 'warning',
          text: expect.stringContaining(
            'replica-1 uploads 1000 B. The second replica is moved after the first and uploads nothing',
          ),
          hint: expect.stringContaining('unknown to all replicas'),
        },
      ])
    })

    it('never uploads a part twice, and puts each uploader before the others', () => {
      const shard = fc.array(arbitraryParts, { minLength: 2, maxLength: 3 })
      fc.assert(
        fc.property(shard, (replicas) => {
          const plan = planTierMigration(
            replicas.map((parts, index) => sharer(index + 1, parts)),
            everything,
            'cold',
          )
          if (plan.kind !== 'planned') return
          const key = (part: Part) => `${part.name} ${part.hash}`
          const there = new Set(
            replicas.flat().flatMap((part) => (part.disk === 's3_cached' ? [key(part)] : [])),
          )
          const seen = new Set<string>()
          let bytes = 0n
          for (const { node, partitionId, parts, sharing, totals } of plan.steps) {
            const copied = parts.filter((part) => !there.has(key(part)))
            for (const part of copied) there.add(key(part))
            bytes += copied.reduce((sum, part) => sum + part.bytesOnDisk, 0n)
            expect(totals.bytes).toBe(copied.reduce((sum, part) => sum + part.bytesOnDisk, 0n))
            if (!seen.has(partitionId)) expect(sharing?.uploader).toBe(node.name)
            seen.add(partitionId)
          }
          expect(plan.totals.bytes).toBe(bytes)
        }),
      )
    })
  })

  it('refuses a volume that the policy does not have, and names those it has', () => {
    const plan = planTierMigration([makeReplica([makePart('202301', 1, 'default')])], everything, "fro'zen")
    expect(plan.kind).toBe('refused')
    expect(plan.checks[0]?.text).toBe("Policy 'tiered' has no volume 'fro'zen'. It has 'hot', 'cold'.")
  })

  it('refuses parts over max_data_part_size of the target', () => {
    const policy = {
      ...tieredPolicy,
      volumes: tieredPolicy.volumes.map((volume) => ({ ...volume, maxDataPartSizeBytes: 999n })),
    }
    const plan = planTierMigration(
      [makeReplica([makePart('202301', 7, 'default')], { policy })],
      everything,
      'cold',
    )
    expect(plan.checks.find((check) => check.id === 'part-size-limit')?.outcome).toBe('blocking')
  })

  it('plans 10,000 partitions', () => {
    const parts = Array.from({ length: 10_000 }, (_, n) =>
      makePart(String(100_000 + n), 1, 'default', { newestMs: n }),
    )
    const goal: TierMigrationGoal = {
      kind: 'partitions',
      partitionIds: parts.map((part) => part.partitionId),
    }
    const plan = planTierMigration([makeReplica(parts)], goal, 'cold')
    expect(plan.kind === 'planned' && plan.steps.length).toBe(10_000)
  })
})
