export interface ShownRows {
  /** The first row to render. */
  from: number
  /** The row after the last. */
  to: number
}

/** Rendered above and below the view, so that scrolling shows no gap. */
const spare = 10

/** The rows of one height that a view of a list needs. */
export function findShownRows(
  view: { topPx: number; heightPx: number },
  count: number,
  rowHeightPx: number,
): ShownRows {
  const to = Math.min(count, Math.ceil((view.topPx + view.heightPx) / rowHeightPx) + spare)
  // A list that became shorter is shown from its end, until the browser reports the new position.
  const most = Math.max(0, count - Math.ceil(view.heightPx / rowHeightPx) - spare)
  const from = Math.min(most, Math.max(0, Math.floor(view.topPx / rowHeightPx) - spare))
  return { from, to }
}
