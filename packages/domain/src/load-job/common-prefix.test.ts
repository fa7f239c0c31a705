import { expect, it } from 'vitest'
import { commonSafePrefix } from './plan-batches.ts'

it.each([
  [['a/b/1.csv', 'a/b/2.csv'], 'a/b/'],
  [['a/b{1}.csv', 'a/b{2}.csv'], 'a/b'],
  [['x y.csv'], 'x'],
  [['one.csv', 'two.csv'], ''],
  [['a', 'a/b'], 'a'],
])('%j', (keys, prefix) => {
  expect(commonSafePrefix(keys)).toBe(prefix)
})
