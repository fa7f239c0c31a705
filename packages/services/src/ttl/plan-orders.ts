import { randomUUID } from 'node:crypto'
import type { TableAt } from './observe-table.ts'
import { isReadOnly, type PresentTable, type TtlPlace } from './places.ts'
import type { Judged } from './read-judged.ts'
import { type TtlOrder, type TtlPurpose, ttlStatementOf } from './send-ttl.ts'

/**
 * Each place gets its statements through the replicas that take any, the best first. For the preview and for setting it alike:
 * what is shown is what is sent.
 */
export function planOrders(
  places: readonly TtlPlace<Judged>[],
  ttl: string,
  mode: 'gentle' | 'heavy',
): TtlOrder[] {
  return places.map(({ name, replicas }) => {
    const [{ value }] = replicas
    const purposes: TtlPurpose[] = []
    if (value.seen.ttl !== value.checked.ttl) purposes.push('set_ttl')
    if (mode === 'heavy' && ttl !== '') purposes.push('materialize_ttl')
    const through = replicas.filter((each: PresentTable<Judged>) => !isReadOnly(each.value.seen))
    return {
      place: name,
      steps: purposes.map((purpose) => ({ purpose, queryId: randomUUID() })),
      through: through.map(({ node }) => node),
    }
  })
}

/** As people read them: each at the replica that is tried first. */
export function showOrders(
  at: TableAt,
  ttl: string,
  orders: readonly TtlOrder[],
): { node: string; sql: string }[] {
  return orders.flatMap(({ steps, through }) => {
    const [first] = through
    return first
      ? steps.map(({ purpose }) => ({ node: first.name, sql: ttlStatementOf(at, ttl, purpose).sql }))
      : []
  })
}
