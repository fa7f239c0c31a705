import type { TtlAction, TtlRule } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { UserSql } from './require-safe-sql.ts'

/**
 * The expressions of a TTL, as in the statement built from the rules.
 * @throws ServiceError `invalid` for a codec that is more than names with numbers
 */
export function ttlSql(rules: readonly TtlRule[], columns: ReadonlySet<string>): UserSql['expressions'] {
  return rules.flatMap(({ expression, action }) => [
    { what: 'The expression of the TTL', text: expression, columns },
    ...actionSql(action, columns),
  ])
}

function actionSql(action: TtlAction, columns: ReadonlySet<string>): UserSql['expressions'] {
  if (action.kind === 'recompress') refuseCodec(action.codec)
  if (action.kind === 'delete')
    return action.where === null ? [] : [{ what: 'The condition of the TTL', text: action.where, columns }]
  if (action.kind !== 'group-by') return []
  const { keys, assignments } = action
  const grouped = { what: 'GROUP BY of the TTL', text: keys, columns, list: true }
  return assignments === null
    ? [grouped]
    : [grouped, { what: 'SET of the TTL', text: assignments, columns, list: true, aggregates: true }]
}

const oneCodec = String.raw`\s*\w+\s*(?:\(\s*(?:[\w.]+|'\w*')?(?:\s*,\s*(?:[\w.]+|'\w*'))*\s*\))?\s*`
const codecs = new RegExp(`^${oneCodec}(?:,${oneCodec})*$`)

function refuseCodec(codec: string): void {
  if (codecs.test(codec)) return
  throw new ServiceError('invalid', `The codec of the TTL is not accepted: ${codec}`, {
    hint: 'Write codecs as ZSTD(17), or Delta, ZSTD(17).',
  })
}
