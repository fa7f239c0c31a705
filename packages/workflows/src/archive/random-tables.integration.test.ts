import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import { runArchiveChaos } from '../testing/archives/archive-chaos.ts'
import { tripTables } from '../testing/archives/trip-tables.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({
    shards: 2,
    own: { nodes: 'it kills nodes', database: 'it kills the database' },
  })
}, 120_000)
afterAll(() => lab?.close())

// The full set is `npm run archives`.
it('brings random tables back, each row once', { timeout: 240_000 }, async () => {
  const { faults } = await tripTables(lab, { seed: 20261125, tables: 4, maxRows: 2_000 })
  expect(faults).toEqual([])
})

it('loses and doubles nothing while processes are killed at random', { timeout: 300_000 }, async () => {
  const { faults, kills } = await runArchiveChaos(lab, { seed: 20261125, kills: 3 })
  expect(faults).toEqual([])
  expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBe(3)
})
