import { expect, it } from 'vitest'
import { readMoveRules } from './read-move-rules.ts'

it('reads the rules that move, and no others', () => {
  const ttl = `(t + toIntervalSecond(3600 * n)) + toIntervalDay(-1 * n) TO DISK 'a\\'b', d + toIntervalYear(2), d DELETE WHERE s = ' TO VOLUME ', d GROUP BY n SET x = max(x), d + toIntervalDay(length([1, 2])) TO VOLUME IF EXISTS 'TO'`
  expect(readMoveRules(ttl)).toEqual([
    {
      expression: '(t + toIntervalSecond(3600 * n)) + toIntervalDay(-1 * n)',
      destination: { kind: 'disk', name: "a'b" },
    },
    { expression: 'd + toIntervalDay(length([1, 2]))', destination: { kind: 'volume', name: 'TO' } },
  ])
  expect(readMoveRules('')).toEqual([])
  expect(readMoveRules('d TO NOWHERE')).toBe(null)
})
