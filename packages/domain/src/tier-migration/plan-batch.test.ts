import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryParts, makePart, makeReplica } from '../testing/arbitrary-replica.ts'
import { batchStatusOf } from './migration-status.ts'
import { planBatch } from './plan-batch.ts'

const everything = { kind: 'older-than', before: '2030-01-01T00:00:00Z' } as const
const room = (freeBytes: bigint) => [
  { name: 'default', freeBytes },
  { name: 'local2', freeBytes: 0n },
  { name: 's3_cached', freeBytes: null },
]

describe('planBatch', () => {
  it('never promises the same room to two tables', () => {
    fc.assert(
      fc.property(
        fc.array(arbitraryParts, { minLength: 1, maxLength: 4 }),
        fc.bigInt({ min: 0n, max: 1n << 47n }),
        (tables, freeBytes) => {
          const plans = planBatch(
            tables.map((parts, index) => ({
              database: 'd',
              table: `t${index}`,
              snapshots: [makeReplica(parts, { disks: room(freeBytes) })],
            })),
            everything,
            'hot',
          )
          const planned = plans.reduce(
            (sum, plan) => sum + (plan.kind === 'planned' ? plan.totals.bytes : 0n),
            0n,
          )
          expect(planned <= freeBytes).toBe(true)
        },
      ),
    )
  })

  it('tells tables with nothing to do from tables that are refused', () => {
    const cold = [makePart('202301', 1, 's3_cached')]
    const hot = [makePart('202301', 1, 'default', { bytesOnDisk: 10n })]
    const table = (name: string, parts: typeof hot) => ({
      database: 'd',
      table: name,
      snapshots: [makeReplica(parts, { disks: room(0n) })],
    })
    expect(planBatch([table('a', cold), table('b', hot)], everything, 'hot').map(({ kind }) => kind)).toEqual(
      ['refused', 'nothing'],
    )
    expect(
      planBatch([table('a', cold), table('b', hot)], everything, 'cold').map(({ kind }) => kind),
    ).toEqual(['nothing', 'planned'])
  })

  it('newer-than is the other half of older-than', () => {
    const parts = ['202301', '202302', '202401'].map((id) => makePart(id, 1, 's3_cached'))
    const moment = '2023-06-01T00:00:00Z'
    const ids = (goal: Parameters<typeof planBatch>[1]) =>
      planBatch([{ database: 'd', table: 't', snapshots: [makeReplica(parts)] }], goal, 'hot').flatMap(
        (plan) => (plan.kind === 'planned' ? plan.steps.map((step) => step.partitionId) : []),
      )
    expect(ids({ kind: 'older-than', before: moment })).toEqual(['202301', '202302'])
    expect(ids({ kind: 'newer-than', from: moment })).toEqual(['202401'])
  })
})

describe('batchStatusOf', () => {
  it('says what a person has to know first', () => {
    expect(batchStatusOf(['planned', 'planned'])).toBe('planned')
    expect(batchStatusOf(['queued', 'queued'])).toBe('queued')
    expect(batchStatusOf(['completed', 'queued'])).toBe('running')
    expect(batchStatusOf(['failed', 'running'])).toBe('running')
    expect(batchStatusOf(['pausing', 'paused'])).toBe('pausing')
    expect(batchStatusOf(['completed', 'paused'])).toBe('paused')
    expect(batchStatusOf(['completed', 'failed', 'cancelled'])).toBe('failed')
    expect(batchStatusOf(['completed', 'cancelled'])).toBe('cancelled')
    expect(batchStatusOf(['completed'])).toBe('completed')
  })
})
