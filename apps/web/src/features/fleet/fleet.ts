import type { OddityKind } from '@frostline/domain'
import type { Route } from 'next'
import { routes } from '@/navigation/routes.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

export type FleetList = RouterOutputs['fleet']['list']
export type FleetTable = FleetList['data']['tables'][number]
export type FleetView = RouterOutputs['fleet']['views']['views'][number]

/** Names are unique within a cluster only. */
export function rowIdOf({ cluster, database, table }: FleetTable): string {
  return JSON.stringify([cluster, database, table])
}

/** Where an oddity is mended. */
export function mendOf(
  kind: OddityKind,
  { cluster, database, table }: Pick<FleetTable, 'cluster' | 'database' | 'table'>,
): { label: string; href: Route } {
  switch (kind) {
    case 'missing-target':
    case 'no-ttl':
      return { label: 'Edit the TTL', href: routes.tableTtl(cluster, database, table) }
    case 'policy-differs':
      return { label: 'Change the policy', href: routes.tablePolicy(cluster, database, table) }
    case 'no-ttl-information':
      return { label: 'See why parts stay', href: routes.whyTable(cluster, database, table) }
    case 'too-many-partitions':
      return { label: 'See the partitions', href: routes.table(cluster, database, table) }
    case 'small-parts':
      return { label: 'See the parts', href: routes.tableParts(cluster, database, table) }
  }
}

/** What is missing in sums, by cluster. Empty: nothing. */
export function describeMissing(clusters: FleetList['data']['clusters']): string[] {
  return clusters
    .filter(({ coverage }) => !coverage.complete)
    .map(({ name, nodes, coverage, error }) => {
      const missing = coverage.missingNodes.length
      if (error !== null) return `${name} could not be read: ${error} Its tables are not listed.`
      const some = `${name}: ${missing} of ${nodes} ${nodes === 1 ? 'node' : 'nodes'} did not answer (${coverage.missingNodes.join(', ')})`
      return missing === nodes ? `${some}. Its tables are not listed.` : `${some}. Its sums are incomplete.`
    })
}
