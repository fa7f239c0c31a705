import { tableCatalog } from '@frostline/clickhouse'
import { tableFilter } from '../../identity/access/visible.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { compareValues } from '../../platform/reading/compare.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { type ListTableNamesInput, listTableNamesInput, maxTableNames, type TableNames } from './schema.ts'

/** Table names of all reachable nodes by database, for search while typing. */
export async function listTableNames(ctx: ServiceContext, given: ListTableNamesInput): Promise<TableNames> {
  const { cluster } = await authorizeInput(ctx, 'viewer', listTableNamesInput, given)
  const { readings, cluster: found } = await readCluster(ctx, { cluster, fresh: false }, (reader) =>
    reader.ask(tableCatalog, { include_system: false }, { ttlMs: 30_000 }),
  )
  const names = new Map<string, Set<string>>()
  const visible = tableFilter(ctx.actor, found.id)
  for (const { database, name } of readings.flatMap(({ value }) => value)) {
    if (visible && !visible({ database, table: name })) continue
    const tables = names.get(database) ?? new Set()
    names.set(database, tables.add(name))
  }
  const databases: TableNames['databases'] = []
  let left = maxTableNames
  for (const [name, tables] of [...names].sort(([a], [b]) => compareValues(a, b))) {
    const listed = [...tables].sort().slice(0, left)
    left -= listed.length
    if (listed.length > 0) databases.push({ name, tables: listed })
  }
  const total = [...names.values()].reduce((sum, { size }) => sum + size, 0)
  return { databases, complete: total <= maxTableNames }
}
