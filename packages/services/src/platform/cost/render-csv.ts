import { renderCsvRow } from '../base/render-csv-row.ts'
import type { ClusterCosts, TableCost } from './costs-schema.ts'

const columns = [
  ...(['database', 'table', 'hotBytes', 'coldBytes', 'unknownBytes'] as const),
  ...(['hotPerMonth', 'coldPerMonth', 'perMonth', 'currency', 'observedAt', 'missingNodes'] as const),
]

/** A row is self-contained: it states its time and the missing nodes. */
type CostRow = Omit<TableCost, 'shared'> & { currency: string; observedAt: Date; missingNodes: string }

export function listCostRows({ observedAt, data }: ClusterCosts): CostRow[] {
  const { currency, coverage } = data
  const missingNodes = coverage.missingNodes.join(' ')
  return data.tables.map(({ shared: _, ...table }) => ({ ...table, currency, observedAt, missingNodes }))
}

/** One table as CSV; without one the header line. An unknown amount is empty. */
export function renderCostCsv(row?: CostRow): string {
  return renderCsvRow(columns, row)
}
