import { lockRow, lockRows, type Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import type { OpenRun, OpenRunKind, RunModel, RunScope } from './open-run.ts'
import { runKinds } from './run-kinds.ts'

const kinds: readonly OpenRunKind[] = Object.values(runKinds)
const maxNamed = 8

/** For a transaction that locks runs: it waits for whoever holds them, and a removal deletes all their children. */
export const holdingRuns = { timeout: 120_000 } as const

/**
 * Rejects the change while work is open that needs a cluster, some of its nodes, or a source. Until the transaction
 * ends, no run of the scope can be stored, started or resumed, so that nothing starts between this check and the
 * change.
 * @param of.goes names of the removed nodes; omitted: the whole cluster.
 * @param of.table only what writes parts of this table.
 * @param of.kinds only these.
 * @throws ServiceError `conflict` that names the runs, where they are, and what to do.
 */
export async function refuseOpenRuns(
  tx: Transaction,
  scope: RunScope,
  of: {
    goes?: readonly string[]
    table?: { database: string; table: string }
    kinds?: readonly (keyof typeof runKinds)[]
  } = {},
): Promise<void> {
  await holdRuns(tx, scope)
  const open: { run: OpenRun; kind: OpenRunKind }[] = []
  for (const kind of of.kinds?.map((model) => runKinds[model]) ?? kinds)
    for (const run of await kind.list(tx, scope))
      if (needsNode(run, of.goes) && writes(run, of.table)) open.push({ run, kind })
  if (open.length === 0) return
  const named = open
    .slice(0, maxNamed)
    .map(({ run, kind }) => `${kind.word} ${run.name} (${run.status.replaceAll('_', ' ')})`)
  const more = open.length > named.length ? `, and ${open.length - named.length} more` : ''
  throw new ServiceError('conflict', `Still in use by: ${named.join(', ')}${more}.`, {
    hint: `${[...new Set(open.map(({ kind }) => kind.remedy))].join(' ')} Then try again.`,
    related: open.slice(0, maxNamed).map(({ run: { objectType, objectId, clusterSlug, name } }) => ({
      objectType,
      objectId,
      clusterSlug,
      name,
    })),
  })
}

function needsNode({ nodes }: OpenRun, goes: readonly string[] | undefined): boolean {
  return goes === undefined || goes.some((node) => nodes === 'all' || nodes.includes(node))
}

function writes({ table }: OpenRun, wanted: OpenRun['table']): boolean {
  return wanted === undefined || (table?.database === wanted.database && table.table === wanted.table)
}

/**
 * Locks runs first, then the cluster or the source: a start locks its run before it refers to these. Runs stored while
 * this waited for the cluster are locked after it.
 */
async function holdRuns(tx: Transaction, scope: RunScope): Promise<void> {
  const held = async () => {
    for (const { table, spansClusters, hasSource, hold } of kinds)
      if (hold) await hold(tx, scope)
      else if ('clusterId' in scope) await lockRows(tx, table, spansClusters ? {} : scope)
      else if (hasSource) await lockRows(tx, table, scope)
  }
  await held()
  if ('clusterId' in scope) await lockRow(tx, 'cluster', scope.clusterId)
  else await lockRow(tx, 'source', scope.sourceId)
  await held()
}

/** Deletes the ledger of a cluster that has no open run. */
export async function forgetRuns(tx: Transaction, clusterId: string): Promise<Record<RunModel, number>> {
  const counts: [string, number][] = []
  for (const [model, kind] of Object.entries(runKinds))
    counts.push([model, (await kind.forget(tx, clusterId)).count])
  return Object.fromEntries(counts) as Record<RunModel, number>
}
