import { randomUUID } from 'node:crypto'
import type { TableRef } from '@frostline/clickhouse'
import { isReadOnly, type PresentTable, type TtlPlace } from './places.ts'
import type { Judged } from './read-judged.ts'
import { type TtlOrder, type TtlPurpose, ttlStatementOf } from './send-ttl.ts'

/**
 * Each place gets its statements through its replicas that accept any, the best first. Places of one Replicated
 * database get them once, through the first: sent to each, MATERIALIZE TTL would rewrite every part as many times as
 * there are shards. Used for preview and change alike, so that what is shown is sent.
 */
export function planOrders(
  places: readonly TtlPlace<Judged>[],
  ttl: string,
  mode: 'gentle' | 'heavy',
): TtlOrder[] {
  const orders = places.map(({ name, replicas }): TtlOrder & { group: string | null } => {
    const [{ value }] = replicas
    const purposes: TtlPurpose[] = []
    if (value.seen.ttl !== value.checked.ttl) purposes.push('set_ttl')
    if (mode === 'heavy' && ttl !== '') purposes.push('materialize_ttl')
    const through = replicas.filter((each: PresentTable<Judged>) => !isReadOnly(each.value.seen))
    return {
      place: name,
      steps: purposes.map((purpose) => ({ purpose, queryId: randomUUID() })),
      through: through.map(({ node }) => node),
      group: value.seen.databaseGroup,
    }
  })
  return orders.map(({ group, ...order }) => {
    if (group === null) return order
    const own = orders.filter((each) => each.group === group)
    const [first] = own
    if (first && first.place !== order.place) return { ...order, steps: [], carriedBy: first.place }
    const steps = own.map((each) => each.steps).toSorted((a, b) => b.length - a.length)[0] ?? []
    return { ...order, steps, through: own.flatMap((each) => each.through), isCarried: true }
  })
}

/** For display: each at the replica that is tried first. */
export function showOrders(
  at: TableRef,
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
