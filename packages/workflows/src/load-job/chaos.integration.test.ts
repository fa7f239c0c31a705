import { afterAll, beforeAll, expect, it } from 'vitest'
import { runLoadChaos } from '../testing/load-chaos.ts'
import { type LoadLab, openLoadLab } from '../testing/load-lab.ts'

let lab: LoadLab
beforeAll(async () => {
  lab = await openLoadLab({ shards: 2, own: { nodes: 'it kills nodes', database: 'it kills the database' } })
})
afterAll(() => lab?.close())

// The full set is `npm run chaos -- --work loads`.
it('loads every row once while processes are killed at random', { timeout: 300_000 }, async () => {
  const report = await runLoadChaos(lab, { seed: 20261121, kills: 7 })
  expect(report.faults).toEqual([])
  expect(Object.values(report.kills).reduce((sum, count) => sum + count, 0)).toBe(7)
})
