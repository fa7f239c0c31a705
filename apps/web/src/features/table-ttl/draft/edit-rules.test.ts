import { parseTtl, printTtl, type TtlRule } from '@frostline/domain'
import { expect, test } from 'vitest'
import { isEditable, newRule, replaceRule, withAction, withAge } from './edit-rules.ts'

const targets = [
  { to: 'volume', name: 'hot' },
  { to: 'disk', name: 'default' },
  { to: 'volume', name: 'cold' },
] as const

function rulesOf(ttl: string): TtlRule[] {
  const parsed = parseTtl(ttl)
  if (parsed.kind === 'refused') throw new Error(parsed.fault.message)
  return parsed.rules
}

const one = (ttl: string) => rulesOf(ttl)[0] ?? newRule([], [])

test('a new rule moves to the coldest volume after thirty days', () => {
  expect(printTtl([newRule([{ name: 'at', type: 'DateTime' }], targets)])).toBe(
    "at + toIntervalDay(30) TO VOLUME 'cold'",
  )
  expect(printTtl([newRule([{ name: 'at', type: 'DateTime' }], [])])).toBe('at + toIntervalDay(30)')
})

test.each([
  ["at + INTERVAL 1 DAY TO VOLUME 'cold'", true],
  ['toDate(at) + INTERVAL 1 DAY DELETE WHERE x = 1', true],
  ['at + INTERVAL 1 DAY RECOMPRESS CODEC(ZSTD)', false],
  ["if(a, b, c) TO VOLUME 'cold'", false],
])('%s can be a row: %s', (ttl, editable) => {
  expect(isEditable(one(ttl))).toBe(editable)
})

test('changing a row leaves the other rules unchanged, to the letter', () => {
  const rules = rulesOf("f( a,b ) TO DISK 'x', at + INTERVAL 1 DAY, d GROUP BY k SET x = max( x )")
  const changed = replaceRule(
    rules,
    1,
    withAction(withAge(one('at'), { amount: 7, unit: 'WEEK' }), 'volume', targets),
  )
  expect(printTtl(changed)).toBe(
    "f( a,b ) TO DISK 'x', at + toIntervalWeek(7) TO VOLUME 'cold', d GROUP BY k SET x = max( x )",
  )
  expect(printTtl(replaceRule(rules, 1, null))).toBe("f( a,b ) TO DISK 'x', d GROUP BY k SET x = max( x )")
})
