import { expect, test } from 'vitest'
import { copyableSql, shownSql } from './copyable-sql.ts'

test('writes every kind of value as a literal', () => {
  const sql = 'SELECT {a: String}, {b:UInt64}, {c: Array(String)}, {d: DateTime64(3)}, {e: Bool}'
  const params = {
    a: "it's",
    b: 2n ** 64n - 1n,
    c: ['x', '\\'],
    d: new Date('2026-01-02T03:04:05.678Z'),
    e: false,
  }
  expect(copyableSql(sql, params)).toBe(
    "SELECT 'it\\'s', 18446744073709551615, ['x', '\\\\'], toDateTime64('2026-01-02T03:04:05.678', 3, 'UTC'), false",
  )
})

test('a placeholder inside a value is not replaced again', () => {
  expect(copyableSql('SELECT {a: String}, {b: String}', { a: '{b: String}', b: 'secret' })).toBe(
    "SELECT '{b: String}', 'secret'",
  )
})

test('a parameter without a value stays', () => {
  expect(copyableSql('SELECT {a: String}', { a: undefined })).toBe('SELECT {a: String}')
})

test('settings of a statement are in a comment before it', () => {
  const statement = { sql: '\nSELECT {a: String}\n', params: { a: 'x' } }
  expect(shownSql(statement)).toBe("SELECT 'x'")
  expect(shownSql(statement, { max_threads: 2, priority: undefined, readonly: '2' })).toBe(
    "-- Sent with: max_threads = 2, readonly = 2\nSELECT 'x'",
  )
})
