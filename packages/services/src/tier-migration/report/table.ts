import { type Html, type HtmlValue, html } from './html.ts'

export interface ReportColumn {
  readonly name: string
  readonly kind?: 'number' | 'code'
}

/**
 * A table whose cells also know the name of their column: on a narrow screen the rows become lists, since a table that
 * scrolls sideways is neither read nor printed whole. The first cell of a row names it where `named` says so.
 */
export function renderTable(
  columns: readonly ReportColumn[],
  rows: readonly (readonly HtmlValue[])[],
  { named = false, foot = null }: { named?: boolean; foot?: readonly HtmlValue[] | null } = {},
): Html {
  const row = (cells: readonly HtmlValue[]) =>
    html`<tr>${columns.map(({ name, kind }, index) => {
      const value = cells[index] ?? ''
      return named && index === 0
        ? html`<th scope="row">${value}</th>`
        : html`<td class="${kind ?? ''}" data-column="${name}">${value}</td>`
    })}</tr>`
  return html`<table><thead><tr>${columns.map(
    ({ name, kind }) => html`<th scope="col" class="${kind === 'number' ? kind : ''}">${name}</th>`,
  )}</tr></thead><tbody>${rows.map(row)}</tbody>${foot === null ? null : html`<tfoot>${row(foot)}</tfoot>`}</table>`
}
