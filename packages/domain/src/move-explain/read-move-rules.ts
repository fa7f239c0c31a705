import { parseTtl } from '../ttl/parse-ttl.ts'
import type { MoveRule } from './move-rule.ts'

/**
 * The rules of a table's TTL that move parts, in order. Null where the text cannot be parsed: the rules are then
 * unknown, not none.
 * @param ttl as the server formats it: only then is an expression spelled as in move_ttl_info.expression.
 */
export function readMoveRules(ttl: string): MoveRule[] | null {
  const parsed = parseTtl(ttl)
  if (parsed.kind === 'refused') return null
  return parsed.rules.flatMap(({ expression, action }) =>
    action.kind === 'move' ? [{ expression, destination: { kind: action.to, name: action.name } }] : [],
  )
}
