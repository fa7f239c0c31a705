import { expect, test } from 'vitest'
import { copyableSql } from '../sql/copyable-sql.ts'
import { joinQueries } from './join-queries.ts'

const sql = "SELECT 1 WHERE has({names: Array(String)}, 'limit: {}') LIMIT {limit:UInt32}"

test('each query keeps its own parameters, even where two have the same names', () => {
  const joined = joinQueries([
    { name: 'one', maxExecutionSeconds: 10, sql, params: { limit: 1, names: ['a'] } },
    { name: 'two', maxExecutionSeconds: 30, sql, params: { limit: 2, names: ["b'"] } },
  ])
  const params = joined.params.parse({})
  expect(params).toEqual({ q0_limit: 1, q0_names: ['a'], q1_limit: 2, q1_names: ["b'"] })
  expect(joined.name).toBe('one+two')
  expect(joined.maxExecutionSeconds).toBe(30)
  const [first, second] = copyableSql(joined.render(params), params).split('\nUNION ALL\n')
  expect(first).toContain("SELECT 1 WHERE has(['a'], 'limit: {}') LIMIT 1\n)")
  expect(second).toContain("SELECT 1 WHERE has(['b\\''], 'limit: {}') LIMIT 2\n)")
})
