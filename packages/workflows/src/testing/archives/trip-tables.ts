import type { ArchiveLab } from '../archive-lab.ts'
import { drawTable } from './draw-table.ts'
import { tripTable } from './round-trip.ts'
import { createTableSql } from './table-sql.ts'

export interface TripReport {
  seed: number
  tables: number
  rows: number
  types: number
  faults: string[]
}

/** Archives and restores random tables, the same ones for the same seed, a few at a time. */
export async function tripTables(
  lab: ArchiveLab,
  options: { seed: number; tables: number; from?: number; maxRows?: number; report?: (line: string) => void },
): Promise<TripReport> {
  const { seed, tables, from = 0, maxRows } = options
  const report: TripReport = { seed, tables, rows: 0, types: 0, faults: [] }
  const types = new Set<string>()
  let next = from
  const takeTurns = async () => {
    while (next < from + tables) {
      const drawn = drawTable(seed, next++, maxRows)
      const startedAtMs = Date.now()
      let fault = ''
      try {
        await tripTable(lab, drawn)
      } catch (error) {
        fault = error instanceof Error ? error.message : String(error)
        report.faults.push(`table ${drawn.index} (seed ${seed}): ${fault}\n${createTableSql(drawn)}`)
      }
      report.rows += drawn.rows * drawn.shards
      for (const { type } of drawn.columns) types.add(type)
      const { index, rows, columns, ending, shards } = drawn
      options.report?.(
        `table ${index}: ${rows} rows, ${columns.length} columns, ${shards} shards, ${ending}, ${Date.now() - startedAtMs} ms${fault === '' ? '' : `; FAULT ${fault}`}`,
      )
    }
  }
  await Promise.all([takeTurns(), takeTurns()])
  report.types = types.size
  return report
}
