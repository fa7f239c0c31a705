import { renderCsvRow } from '../base/render-csv-row.ts'
import type { ClusterCosts, TableCost } from './costs-schema.ts'

const columns = [
  ...(['database', 'table', 'hotBytes', 'coldBytes', 'unknownBytes'] as const),
  ...(['hotPerMonth', 'coldPerMonth', 'perMonth', 'currency', 'observedAt', 'missingNodes'] as const),
]

/** What a file says of each row, since it has nothing around it: of when it is, and who is not in it. */
type CostRow = Omit<TableCost, 'shared'> & { currency: string; observedAt: Date; missingNodes: string }

export function listCostRows({ observedAt, data }: ClusterCosts): CostRow[] {
  const { currency, coverage } = data
  const missingNodes = coverage.missingNodes.join(' ')
  return data.tables.map(({ shared: _, ...table }) => ({ ...table, currency, observedAt, missingNodes }))
}

/** One table as CSV; without one the names of the columns. An amount that is not known is empty. */
export function renderCostCsv(row?: CostRow): string {
  return renderCsvRow(columns, row)
}
