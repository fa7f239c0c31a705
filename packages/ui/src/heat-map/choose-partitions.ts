/** Selection in time order, not as a rectangle on screen: a range from 2023-11 to 2024-02 is four months. */

/** Every id from one to the other, both included, in either order. */
export function rangeBetween(order: readonly string[], from: string, to: string): string[] {
  const a = order.indexOf(from)
  const b = order.indexOf(to)
  if (a === -1 || b === -1) return b === -1 ? [] : [to]
  return order.slice(Math.min(a, b), Math.max(a, b) + 1)
}

export interface Choice {
  order: readonly string[]
  selected: ReadonlySet<string>
  /** Position of the last plain or Ctrl click: the start of a Shift click's range. */
  anchor: string | null
}

export type Modifier = 'replace' | 'toggle' | 'extend'

/**
 * A click: plain replaces the selection (and clears it when it was exactly this one), Ctrl toggles one, Shift selects
 * the range from the anchor.
 */
export function choosePartition(choice: Choice, id: string, modifier: Modifier): Omit<Choice, 'order'> {
  const { order, selected, anchor } = choice
  if (modifier === 'extend' && anchor !== null)
    return { selected: new Set(rangeBetween(order, anchor, id)), anchor }
  if (modifier === 'toggle') {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    return { selected: next, anchor: id }
  }
  const only = selected.size === 1 && selected.has(id)
  return { selected: only ? new Set() : new Set([id]), anchor: id }
}

/** A drag from one cell to another adds the range to the selection at its start. */
export function dragPartitions(
  order: readonly string[],
  before: ReadonlySet<string>,
  from: string,
  to: string,
): Set<string> {
  return new Set([...before, ...rangeBetween(order, from, to)])
}
