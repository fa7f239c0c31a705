import { describe, expect, it } from 'vitest'
import { planMigrations, type RecordedMigration } from './plan-migrations.ts'

const file = (name: string) => ({ name, sql: '', checksum: `sum of ${name}` })
const row = (name: string, change: Partial<RecordedMigration> = {}): RecordedMigration => ({
  migration_name: name,
  checksum: `sum of ${name}`,
  finished_at: new Date(0),
  rolled_back_at: null,
  ...change,
})
const files = [file('1_init'), file('2_add')]

describe('planMigrations', () => {
  it('applies what is not recorded, in order', () => {
    expect(planMigrations(files, [])).toEqual(files)
    expect(planMigrations(files, [row('1_init')])).toEqual([file('2_add')])
    expect(planMigrations(files, [row('1_init'), row('2_add')])).toEqual([])
  })

  it('applies again what was rolled back', () => {
    const rolledBack = row('1_init', { finished_at: null, rolled_back_at: new Date(0) })
    expect(planMigrations(files, [rolledBack])).toEqual(files)
  })

  it('rejects a changed, an unfinished and an unknown migration', () => {
    expect(() => planMigrations(files, [row('1_init', { checksum: 'other' })])).toThrow(/1_init was changed/)
    expect(() => planMigrations(files, [row('1_init', { finished_at: null })])).toThrow(/did not finish/)
    expect(() => planMigrations(files, [row('3_future')])).toThrow(/newer version/)
  })
})
