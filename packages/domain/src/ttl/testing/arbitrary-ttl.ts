import fc from 'fast-check'
import { printTtlAge, ttlUnits } from '../ttl-age.ts'
import type { TtlAction, TtlRule } from '../ttl-rule.ts'

const column = fc.oneof(
  fc.constantFrom('d', 'at', 'to', 'delete', 'interval', 'a b', 'a`b\\', 'null'),
  fc.string({ minLength: 1, unit: 'grapheme' }),
)

export const arbitraryTtlAge = fc.record({
  column,
  wrap: fc.constantFrom(null, 'toDate' as const, 'toDateTime' as const),
  amount: fc.nat(),
  unit: fc.constantFrom(...ttlUnits),
})

const text = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll('\0', ''))
const literal = text.map((value) => `'${value.replace(/[\\']/g, '\\$&')}'`)
const condition = fc.oneof(
  literal.map((value) => `a = ${value}`),
  fc.constantFrom('a AND NOT b', 'x IS NOT NULL', 'set = 1', "f('TO VOLUME', [1, (2)])", 'a BETWEEN 1 AND 2'),
)

const expression = fc.oneof(
  arbitraryTtlAge.map(printTtlAge),
  fc.constantFrom('to', 'if(a, d, e)', 'd + INTERVAL 1 DAY + INTERVAL 2 HOUR', 'd::Date', 'a ? d : e'),
)

const action: fc.Arbitrary<TtlAction> = fc.oneof(
  fc.record({ kind: fc.constant('delete' as const), where: fc.option(condition) }),
  fc.record({
    kind: fc.constant('group-by' as const),
    keys: fc.constantFrom('k', 'k, toStartOfDay(d)', '(k, d)'),
    assignments: fc.constantFrom('x = max(x)', 'x = max(x), `y z` = argMax(y, if(a = 1, 2, 3))'),
  }),
  fc.record({
    kind: fc.constant('recompress' as const),
    codec: fc.constantFrom('ZSTD(17)', 'Delta(4), LZ4HC(10)'),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    to: fc.constantFrom('disk' as const, 'volume' as const),
    name: text,
    ifExists: fc.boolean(),
  }),
)

const rule: fc.Arbitrary<TtlRule> = fc.record({ expression, action })

/** A GROUP BY without SET is only valid in last place. */
const lastRule: fc.Arbitrary<TtlRule> = fc.record({
  expression,
  action: fc.constant({ kind: 'group-by' as const, keys: 'k, toStartOfDay(d)', assignments: null }),
})

export const arbitraryTtlRules: fc.Arbitrary<TtlRule[]> = fc
  .tuple(fc.array(rule, { maxLength: 5 }), fc.option(lastRule))
  .map(([rules, last]) => (last === null ? rules : [...rules, last]))
