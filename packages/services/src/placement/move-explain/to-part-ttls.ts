import type { PartMoveTtlRow, TableMoveStateRow } from '@frostline/clickhouse'
import { createDueReader, type DateColumn, type PlacedPart } from '@frostline/domain'

export function toDateColumns(state: TableMoveStateRow): DateColumn[] {
  return state.date_column_names.map((name, index) => ({
    name,
    type: state.date_column_types[index] ?? '',
    inPartitionKey: state.date_column_in_key[index] ?? false,
  }))
}

/** Reads the TTL information of a table's parts as the server does. */
export function createTtlReader(
  state: TableMoveStateRow,
): (row: Pick<PartMoveTtlRow, 'expressions' | 'due'>) => PlacedPart['ttls'] {
  const read = createDueReader(toDateColumns(state), state.server_time.getTime())
  return ({ expressions, due }) =>
    expressions.flatMap((expression, index) => {
      const shown = due[index]
      return shown ? [{ expression, ...read(expression, shown.getTime()) }] : []
    })
}
