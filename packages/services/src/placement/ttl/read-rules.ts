import { parseTtl, printTtlRule, readTtlAge, type TtlRule } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { TtlRuleView } from './schema.ts'

/** @throws ServiceError `invalid` with the position of the fault. */
export function readRules(ttl: string): TtlRule[] {
  const parsed = parseTtl(ttl)
  if (parsed.kind === 'parsed') return parsed.rules
  const { message, position } = parsed.fault
  throw new ServiceError('invalid', `Cannot parse the TTL at character ${position + 1}: ${message}`, {
    hint: 'Write rules as `expression [DELETE [WHERE …] | TO VOLUME … | TO DISK … | RECOMPRESS CODEC(…) | GROUP BY … SET …]`, separated by commas.',
  })
}

export function toRuleView(rule: TtlRule): TtlRuleView {
  return {
    text: printTtlRule(rule),
    expression: rule.expression,
    age: readTtlAge(rule.expression),
    action: rule.action,
  }
}
