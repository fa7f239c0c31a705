import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryParts, makePart, makeReplica } from '../testing/arbitrary-replica.ts'
import { planTierMigration } from '../tier-migration/plan.ts'
import { planScheduledRun, type ScheduledRunPlan, type ScheduledTable } from './plan-scheduled-run.ts'

const goal = { before: '2030-01-01T00:00:00Z', targetVolume: 'cold', budgetBytes: null }
const table = (name: string, parts: Parameters<typeof makeReplica>[0]): ScheduledTable => ({
  database: 'd',
  table: name,
  snapshots: [makeReplica(parts)],
})
const sized = (id: string, bytesOnDisk: bigint, block = 1) => makePart(id, block, 'default', { bytesOnDisk })
const plannedIds = (plan: ScheduledRunPlan) =>
  plan.tables.flatMap((one) =>
    one.kind === 'planned' ? one.steps.map((step) => `${one.table} ${step.partitionId}`) : [],
  )
const budgets = fc.bigInt({ min: 0n, max: 1n << 47n })

describe('planScheduledRun', () => {
  it('never plans more than its budget, and nothing is both planned and left out', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryParts, budgets, (a, b, budgetBytes) => {
        const plan = planScheduledRun([table('a', a), table('b', b)], { ...goal, budgetBytes })
        expect(plan.planned.bytes <= budgetBytes).toBe(true)
        const hot = [...a, ...b].filter((part) => part.disk !== 's3_cached')
        expect(plan.planned.parts + plan.leftOut.parts).toBe(hot.length)
        expect(plan.planned.bytes + plan.leftOut.bytes).toBe(
          hot.reduce((sum, part) => sum + part.bytesOnDisk, 0n),
        )
      }),
    )
  })

  it('successive runs move everything that fits a run, and then nothing', () => {
    fc.assert(
      fc.property(arbitraryParts, budgets, (start, budgetBytes) => {
        let parts = start
        for (let run = 0; ; run++) {
          expect(run).toBeLessThan(6)
          const plan = planScheduledRun([table('a', parts)], { ...goal, budgetBytes })
          const [one] = plan.tables
          if (one?.kind !== 'planned') {
            expect(one?.leftOut.map(({ reason }) => reason)).not.toContain('next-run')
            return
          }
          const moved = new Set(one.steps.flatMap((step) => step.parts.map((part) => part.name)))
          parts = parts.map((part) => (moved.has(part.name) ? { ...part, disk: 's3_cached' } : part))
        }
      }),
    )
  })

  it('without a budget each table is planned as a tier migration of its own', () => {
    fc.assert(
      fc.property(arbitraryParts, (parts) => {
        const [scheduled] = planScheduledRun([table('a', parts)], goal).tables
        const alone = planTierMigration(
          [makeReplica(parts)],
          { kind: 'older-than', before: goal.before },
          'cold',
        )
        if (alone.kind === 'planned') expect(scheduled).toMatchObject({ ...alone, leftOut: [] })
        else expect(scheduled?.kind).toBe('nothing')
      }),
    )
  })

  it('spends the budget on the oldest partitions of all tables and stops at the first that does not fit', () => {
    const plan = planScheduledRun(
      [
        table('a', [sized('202302', 60n), sized('202401', 1n)]),
        table('b', [sized('202301', 30n), sized('202303', 30n)]),
      ],
      { ...goal, budgetBytes: 100n },
    )
    expect(plannedIds(plan)).toEqual(['a 202302', 'b 202301'])
    expect(plan.leftOut.bytes).toBe(31n)
  })

  it('skips what no run can take, and reports it', () => {
    const plan = planScheduledRun([table('a', [sized('202301', 200n), sized('202302', 50n)])], {
      ...goal,
      budgetBytes: 100n,
    })
    expect(plannedIds(plan)).toEqual(['a 202302'])
    expect(plan.tables[0]?.leftOut).toMatchObject([{ reason: 'never', step: { partitionId: '202301' } }])
  })

  it('reports when something is due and nothing fits', () => {
    const plan = planScheduledRun([table('a', [sized('202301', 200n)])], { ...goal, budgetBytes: 100n })
    expect(plan.tables[0]?.kind).toBe('over-budget')
  })

  it('a refused table leaves its share of the budget to the others', () => {
    const lost = {
      state: 'unreachable' as const,
      node: { name: 'shard-2-replica-1', shard: 2, replica: 1 },
      reason: 'ECONNREFUSED',
    }
    const broken: ScheduledTable = {
      database: 'd',
      table: 'a',
      snapshots: [makeReplica([sized('202301', 90n)]), lost],
    }
    const plan = planScheduledRun([broken, table('b', [sized('202302', 90n)])], {
      ...goal,
      budgetBytes: 100n,
    })
    expect(plan.tables.map((one) => one.kind)).toEqual(['refused', 'planned'])
  })

  it('requires space on the target only for what fits the budget', () => {
    const parts = [makePart('202301', 1, 's3_cached'), makePart('202302', 1, 's3_cached')]
    const small: ScheduledTable = {
      database: 'd',
      table: 'a',
      snapshots: [
        makeReplica(parts, {
          disks: [
            { name: 'default', freeBytes: 1500n },
            { name: 'local2', freeBytes: 0n },
            { name: 's3_cached', freeBytes: null },
          ],
        }),
      ],
    }
    const back = { ...goal, targetVolume: 'hot' }
    expect(planScheduledRun([small], back).tables[0]?.kind).toBe('refused')
    expect(planScheduledRun([small], { ...back, budgetBytes: 1200n }).tables[0]?.kind).toBe('planned')
  })
})
