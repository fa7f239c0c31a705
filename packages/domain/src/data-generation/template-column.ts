/** `expression` is SQL over `number` and over `h`, a hash of it: nothing else, so that a row is the same wherever it is made. */
export interface TemplateColumn {
  name: string
  type: string
  expression: string
}

/** The first one is the number of the row. */
export type TemplateColumns = readonly [TemplateColumn, ...TemplateColumn[]]
