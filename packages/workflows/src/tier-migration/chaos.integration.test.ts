import { afterAll, beforeAll, expect, it } from 'vitest'
import { runChaos } from '../testing/chaos.ts'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'

let lab: MigrationLab
beforeAll(async () => {
  lab = await openMigrationLab({
    shards: 2,
    own: { nodes: 'it kills nodes', database: 'it kills the database' },
  })
})
afterAll(() => lab?.close())

// The full set is `npm run chaos`.
it('keeps every promise while processes are killed at random', { timeout: 240_000 }, async () => {
  const report = await runChaos(lab, { seed: 20261121, kills: 8 })
  expect(report.faults).toEqual([])
  expect(Object.values(report.kills).reduce((sum, count) => sum + count, 0)).toBe(8)
})
