/** Text that is HTML already. Only `html` makes it, so every value that came from elsewhere was escaped once. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlValue = string | number | bigint | Html | null | readonly HtmlValue[]

/** A template whose values are escaped, except those that `html` made. Null and empty lists leave nothing behind. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(
    strings.reduce((text, string, index) => text + renderValue(values[index - 1] ?? null) + string),
  )
}

function renderValue(value: HtmlValue): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(renderValue).join('')
  return escapeText(String(value))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Safe in text and in quoted attributes. Control and direction characters become visible: a name must not be able to
 * turn the words around it, or to hide.
 */
export function escapeText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(/[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, (character) =>
      character === '\n' || character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
}

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

/** UTC, to the second. */
export function moment(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A count as a person reads it: "1,234,567". Takes what the ledger holds, a UInt64 as text too. */
export function groupDigits(count: bigint | number | string): string {
  return BigInt(count).toLocaleString('en-US')
}
