import { describe, expect, it } from 'vitest'
import { judgeRepair } from './judge-repair.ts'
import { planRepair, type RepairFacts, type RepairReplica, type ReplicaRepairKind } from './plan-repair.ts'

const replica = (name: string, change: Partial<RepairReplica> = {}): RepairReplica => ({
  ...{ node: `node-${name}`, replicaName: name, rows: 100n, queued: 0, readOnly: null, metadataLost: false },
  ...change,
})
const facts = (kind: ReplicaRepairKind, change: Partial<RepairFacts> = {}): RepairFacts => ({
  ...{ kind, keeperPath: '/t/1', replicaName: 'r2', limitSeconds: 60, missingNodes: [] },
  replicas: [replica('r1'), replica('r2')],
  keeper: { total: 2, active: 2, inactive: [] },
  ...change,
})
const lost = { readOnly: 'its metadata is missing in Keeper.', metadataLost: true }

describe('planRepair', () => {
  it('sends to the node of the replica, and a drop to another one', () => {
    for (const kind of ['sync', 'restart'] as const)
      expect(planRepair(facts(kind))).toMatchObject({ node: 'node-r2', refusal: null })
    const dead = facts('drop', {
      ...{ replicas: [replica('r1')], missingNodes: ['node-r2'] },
      keeper: { total: 2, active: 1, inactive: ['r2'] },
    })
    const plan = planRepair(dead)
    expect(plan).toMatchObject({ node: 'node-r1', refusal: null })
    expect(plan.does[0]).toContain('/t/1/replicas/r2')
    expect(plan.warnings[0]).toMatch(/^node-r2 did not answer\./)
  })
  it('shows the time limit of a sync and refuses a read-only replica', () => {
    expect(planRepair(facts('sync')).does.join(' ')).toContain('60 s')
    const refused = planRepair(facts('sync', { replicas: [replica('r1'), replica('r2', lost)] }))
    expect(refused.refusal?.hint).toBe('Restore the replica first.')
  })
  it('restores only what is read-only because its metadata is gone', () => {
    const of = (change: Partial<RepairReplica>) =>
      planRepair(facts('restore', { replicas: [replica('r1'), replica('r2', change)] })).refusal?.text
    expect(of({})).toBe('The replica on node-r2 is not read-only.')
    expect(of({ readOnly: 'Keeper session expired.' })).toMatch(/for another reason/)
    expect(of(lost)).toBe(undefined)
  })
  it('drops only what Keeper shows as inactive and no node has', () => {
    const refusal = (change: Partial<RepairFacts>) => planRepair(facts('drop', change)).refusal?.text
    const inactive = { total: 2, active: 1, inactive: ['r2'] }
    const alone = [replica('r1')]
    expect(refusal({})).toMatch(/answers, so it is not dead/)
    expect(refusal({ keeper: inactive })).toMatch(/answers, so it is not dead/)
    expect(refusal({ replicas: alone })).toMatch(/has no inactive replica r2 at \/t\/1/)
    expect(refusal({ replicas: alone, keeper: null })).toMatch(/not verified/)
    expect(refusal({ replicas: [replica('r1', lost)], keeper: inactive })).toMatch(/No other replica/)
    expect(refusal({ replicas: alone, keeper: inactive })).toBe(undefined)
  })
  it('refuses a replica that no node has', () => {
    const missing = planRepair(facts('sync', { replicas: [replica('r1')], missingNodes: ['node-r2'] }))
    expect(missing).toMatchObject({ node: null, refusal: { hint: 'Bring node-r2 back first.' } })
  })
})

describe('judgeRepair', () => {
  const judged = (kind: ReplicaRepairKind, rows: bigint, change: Partial<RepairReplica> = {}) => {
    const content = (own: bigint) => ({ parts: 1n, rows: own, hash: own })
    return judgeRepair({
      ...{ kind, replicaName: 'r2', keeper: { total: 2, active: 2, inactive: [] } },
      replicas: [
        { ...replica('r1'), content: content(100n) },
        { ...replica('r2', { rows, ...change }), content: content(rows) },
      ],
    })
  }
  it('relies on the figures', () => {
    expect(judged('sync', 100n)).toEqual({
      done: true,
      text: 'All 2 replicas are equal: 100 rows in 1 part.',
    })
    expect(judged('sync', 50n, { queued: 3 }).done).toBe(false)
    expect(judged('restart', 50n, { queued: 3 }).done).toBe(true)
    expect(judged('restore', 100n, lost).done).toBe(false)
  })
  it('reports that a dropped replica is gone, or that it is unknown', () => {
    const drop = (keeper: RepairFacts['keeper']) =>
      judgeRepair({ kind: 'drop', replicaName: 'r2', keeper, replicas: [] }).done
    expect(drop(null)).toBe(null)
    expect(drop({ total: 2, active: 1, inactive: ['r2'] })).toBe(false)
    expect(drop({ total: 1, active: 1, inactive: [] })).toBe(true)
  })
})
