import { expect, test } from 'vitest'
import * as driver from '../index.ts'

const queries = Object.values(driver).filter(
  (value): value is (typeof driver)['listParts'] =>
    typeof value === 'object' && value !== null && 'render' in value && 'maxExecutionSeconds' in value,
)

test('names are unique and fit a log_comment', () => {
  const names = queries.map((query) => query.name)
  expect(names.length).toBeGreaterThan(20)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/)
})

test('an unused filter is not in the SQL', () => {
  const bare = driver.listParts.render(driver.listParts.params.parse({ database: 'd', table: 't' }))
  const filtered = driver.listParts.render(
    driver.listParts.params.parse({
      database: 'd',
      table: 't',
      disks: ['x'],
      min_bytes: 5n,
      active: 'inactive',
    }),
  )
  expect(bare).not.toContain('min_bytes')
  expect(bare).not.toContain('{disks')
  expect(filtered).toContain('bytes_on_disk >= {min_bytes: UInt64}')
  expect(filtered).toContain('has({disks: Array(String)}, disk_name)')
  expect(filtered).toContain('AND NOT active')
})

test('an order comes from a fixed list', () => {
  const parsed = driver.listParts.params.safeParse({ sort: 'name; DROP TABLE x' })
  expect(parsed.success).toBe(false)
})
