import { judgeFits, type PartitionExtent, planWarmupSteps, type WarmupSpec } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { type ClusterReading, readCluster } from '../reading/read-cluster.ts'
import { requireTable } from '../reading/require-table.ts'
import { lookAtNode, lookBudgetMs, type NodeLook } from './look-at-node.ts'
import type { WarmupFitView } from './schema.ts'

export interface WarmupPlan {
  reading: ClusterReading<NodeLook | null>
  looks: NodeLook[]
  /** Those that are read, on all nodes alike. */
  columns: string[]
  steps: PartitionExtent[]
  fits: WarmupFitView[]
  obstacle: string | null
}

/**
 * A warm-up as it would start now. Changes nothing.
 * @throws ServiceError `not_found` for an unknown cluster, node, table or column, `unreachable` when no node answers.
 */
export async function planWarmup(
  ctx: ServiceContext,
  cluster: string,
  spec: WarmupSpec,
): Promise<WarmupPlan> {
  const { nodes } = spec
  const reading = await readCluster(
    ctx,
    { cluster, fresh: true, budgetMs: lookBudgetMs, ...(nodes ? { nodes } : {}) },
    (reader, node) => lookAtNode(reader, node, spec),
  )
  const looks = requireTable(reading, spec).map(({ value }) => value)
  const columns = chooseColumns(looks, spec)
  const extents = looks.flatMap((look) => look.extents)
  const steps = planWarmupSteps(extents, spec.partitions)
  const fits = judgeFits(
    looks.flatMap((look) => look.rooms),
    steps,
    spec.where !== null,
  )
  return { reading, looks, columns, steps, fits, obstacle: findObstacle(spec, reading, steps, fits) }
}

function chooseColumns(looks: readonly NodeLook[], { columns, database, table }: WarmupSpec): string[] {
  const shared = (looks[0]?.columns ?? [])
    .map(({ name }) => name)
    .filter((name) => looks.every((look) => look.columns.some((column) => column.name === name)))
  const unknown = columns?.find((name) => !shared.includes(name))
  if (unknown !== undefined)
    throw new ServiceError(
      'not_found',
      `${database}.${table} does not store a column ${unknown} on every node.`,
      {
        hint: 'Choose columns that the table has everywhere, and that are no ALIAS.',
      },
    )
  return columns ?? shared
}

function findObstacle(
  { database, table }: WarmupSpec,
  { coverage }: WarmupPlan['reading'],
  steps: readonly PartitionExtent[],
  fits: readonly WarmupFitView[],
): string | null {
  if (!coverage.complete)
    return `${coverage.missingNodes.join(', ')} could not be looked at. Choose the nodes without it, or wait.`
  if (steps.length === 0)
    return `Nothing of what was chosen of ${database}.${table} lies on a disk behind a cache.`
  const refused = fits.find(({ verdict }) => verdict === 'refused')
  return refused ? `${refused.cache} of ${refused.node}: ${refused.reason}` : null
}
