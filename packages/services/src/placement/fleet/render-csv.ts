import { oddityTitles } from '@frostline/domain'
import { renderCsvRow } from '../../platform/base/render-csv-row.ts'
import type { FleetTable } from './schema.ts'

const columns = [
  ...(['cluster', 'database', 'table', 'engine', 'ttl', 'partitionKey', 'storagePolicy'] as const),
  ...(['partitions', 'parts', 'partsPerPartition', 'totalBytes', 'hotBytes', 'coldBytes'] as const),
  ...(['unknownBytes', 'growthBytesPerDay', 'nextDue', 'nextDueAt', 'lateParts', 'oddities'] as const),
  ...(['oddityDetails', 'observedAt', 'missingNodes'] as const),
]

/** One table as CSV; without one the header line. A row is self-contained: it states its time and the missing nodes. */
export function renderFleetCsv(row?: FleetTable & { observedAt: Date }): string {
  if (row === undefined) return renderCsvRow(columns, undefined)
  const { tiers, growth, nextDue, oddities } = row
  return renderCsvRow(columns, {
    ...row,
    ttl: row.ttl ?? 'nodes differ',
    hotBytes: tiers.hot.bytes,
    coldBytes: tiers.cold.bytes,
    unknownBytes: tiers.unknown.bytes,
    growthBytesPerDay: growth.bytesPerDay,
    nextDue: nextDue?.kind,
    nextDueAt: nextDue?.at,
    oddities: oddities.map(({ kind }) => oddityTitles[kind]).join('; '),
    oddityDetails: oddities.map(({ sentence }) => sentence).join(' '),
    missingNodes: row.missingNodes.join(' '),
  })
}
