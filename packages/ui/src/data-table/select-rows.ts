import type { DataColumn } from './data-column.ts'

type Selected = ReadonlySet<string> | undefined

/** @param hidden ids of hidden columns; undefined means the columns' own defaults. */
export function isShown<Row>(column: DataColumn<Row>, hidden: readonly string[] | undefined): boolean {
  if (column.hideable === false) return true
  return !(hidden ? hidden.includes(column.id) : (column.hiddenByDefault ?? false))
}

/** Whether all, and whether some, of these rows are selected. */
export function readSelection(ids: readonly string[], selected: Selected): { all: boolean; some: boolean } {
  const count = ids.filter((id) => selected?.has(id)).length
  return { all: count > 0 && count === ids.length, some: count > 0 && count < ids.length }
}

/** Rows that are selected but not in the table stay selected. */
export function toggleAll(ids: readonly string[], selected: Selected, checked: boolean): Set<string> {
  return change(ids, selected, checked)
}

/** @param from the row at the other end of a range. */
export function toggleOne(
  ids: readonly string[],
  selected: Selected,
  id: string,
  checked: boolean,
  from?: string,
): Set<string> {
  const ends = [ids.indexOf(from ?? id), ids.indexOf(id)].filter((index) => index !== -1)
  return change(ids.slice(Math.min(...ends), Math.max(...ends) + 1), selected, checked)
}

function change(ids: readonly string[], selected: Selected, checked: boolean): Set<string> {
  const next = new Set(selected)
  for (const id of ids)
    if (checked) next.add(id)
    else next.delete(id)
  return next
}
