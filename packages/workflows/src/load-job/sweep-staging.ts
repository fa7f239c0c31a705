import {
  badRowsFilesOf,
  isTableOfAttempt,
  jobOfStagingTable,
  loadTablePrefix,
  stagingPrefix,
  stagingTables,
} from '@frostline/clickhouse'
import { releaseStaged } from '@frostline/db'
import { groupBy, loadSpec } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import { watchClusters } from '../worker/watch-clusters.ts'
import { emptyBadRowsFiles } from './bad-rows.ts'
import { dropTables, namesOf } from './staging.ts'

/** Drops again and again what ended loads have left on nodes that were away when they ended. */
export function watchStagingTables(deps: WorkflowDeps, signal: AbortSignal): Promise<void> {
  return watchClusters(deps, signal, {
    failure: 'Could not search for staging tables of ended loads. Retry in some minutes',
    everyMs: 5 * 60_000,
    look: (_, clusterId) => sweepStaging(deps, clusterId),
  })
}

/**
 * Tables of jobs of this ledger alone. They are listed before the ledger is asked to release them: a job that goes on after
 * that has tables of other names.
 */
export async function sweepStaging(deps: WorkflowDeps, clusterId: string): Promise<void> {
  const { nodes } = await deps.clusters.get(clusterId)
  await Promise.all(
    nodes.map(async (node) => {
      try {
        await sweepNode(deps, clusterId, node)
      } catch (error) {
        deps.log.warn({ error, node: node.name }, 'Staging tables that may be left could not be dropped yet')
      }
    }),
  )
}

async function sweepNode(deps: WorkflowDeps, clusterId: string, node: ConnectedNode): Promise<void> {
  const { rows } = await node.client.query(stagingTables, { prefix: loadTablePrefix })
  const tables = rows.flatMap(({ database, name }) => {
    const jobId = jobOfStagingTable(name)
    return jobId === null ? [] : [{ jobId, database, name }]
  })
  if (tables.length === 0) return
  for (const id of new Set(tables.map(({ jobId }) => jobId))) {
    const released = await releaseStaged(deps.db, { id, clusterId }, deps.now())
    if (released === null) continue
    const kept = namesOf(id, released.kept)
    const isKept = (table: string) => kept.some((names) => isTableOfAttempt(names, table))
    const own = tables.filter(({ jobId, name }) => jobId === id && !isKept(name))
    for (const [database, ofDatabase] of groupBy(own, (table) => table.database))
      await dropTables(
        node,
        database,
        ofDatabase.map(({ name }) => name),
      )
    if (loadSpec.parse(released.spec).badRows.kind !== 'fail')
      await emptyBadRowsFiles(node, stagingPrefix(id), kept.map(badRowsFilesOf))
    if (own.length === 0) continue
    deps.log.info(
      { node: node.name, jobId: id, tables: own.length },
      'Dropped staging tables that a load had left',
    )
  }
}
