import type { NodeStart, NodeWatch } from '@frostline/db'
import { keptStarts } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { firstRow } from '../reading/first-row.ts'
import { type NodeReading, readCluster } from '../reading/read-cluster.ts'
import type { NodeObservation } from '../reading/schema.ts'
import { type ReadScene, readScene } from './read-scene.ts'
import { closeReadingMs, lookMs } from './reading-times.ts'
import {
  getNodeStartUpInput,
  listStartUpInput,
  type NodeStartUp,
  type StartFigures,
  type StartUpList,
  startFigures,
  startUpSummary,
} from './schema.ts'
import { toFigures } from './to-figures.ts'
import { toMeasured, toNodeStart } from './to-measured.ts'

/**
 * One node: what slows down its start, what would shorten it, and how long its starts took.
 * @throws ServiceError `not_found` when the cluster has no node of that name.
 */
export async function getNodeStartUp(
  ctx: ServiceContext,
  given: z.input<typeof getNodeStartUpInput>,
): Promise<NodeStartUp> {
  const input = await authorizeInput(ctx, 'viewer', getNodeStartUpInput, given)
  const { cluster, readings, envelope } = await readCluster(ctx, { ...input, nodes: [input.node] }, readScene)
  const key = { clusterId: cluster.id, nodeName: input.node }
  const [watches, starts] = await Promise.all([
    ctx.db.nodeWatch.findMany({ where: key }),
    ctx.db.nodeStart.findMany({ where: key, orderBy: { startedAt: 'desc' }, take: keptStarts }),
  ])
  const node = firstRow(envelope.nodes, 'the list of nodes')
  return {
    ...envelope,
    data: {
      ...describeNode(node, { readings, watches, starts, readAt: envelope.observedAt }),
      starts: starts.map(toNodeStart),
      startsKept: keptStarts,
      lookSeconds: lookMs / 1000,
      awayLookSeconds: closeReadingMs / 1000,
    },
  }
}

/** For every node: how long its next start will take with its current data, and how long the last one took. */
export async function listStartUp(
  ctx: ServiceContext,
  given: z.input<typeof listStartUpInput>,
): Promise<StartUpList> {
  const input = await authorizeInput(ctx, 'viewer', listStartUpInput, given)
  const { cluster, readings, coverage, envelope } = await readCluster(ctx, input, readScene)
  const [watches, rows] = await Promise.all([
    ctx.db.nodeWatch.findMany({ where: { clusterId: cluster.id } }),
    ctx.db.nodeStart.findMany({ where: { clusterId: cluster.id }, orderBy: { startedAt: 'desc' } }),
  ])
  return {
    ...envelope,
    data: {
      coverage,
      byNode: envelope.nodes.map((node) => {
        const starts = rows.filter(({ nodeName }) => nodeName === node.name)
        const seen = describeNode(node, { readings, watches, starts, readAt: envelope.observedAt })
        const figures = seen.figures && startUpSummary.parse(seen.figures)
        const [latest] = starts
        return { ...seen, figures, lastStart: latest ? toNodeStart(latest) : null }
      }),
    },
  }
}

/** A node by what it answered now, or else by what a worker last read. */
function describeNode(
  { name, shard, replica, state, message }: NodeObservation,
  from: {
    readings: readonly NodeReading<ReadScene>[]
    watches: readonly NodeWatch[]
    /** Of this node, the latest first. */
    starts: readonly NodeStart[]
    readAt: Date
  },
) {
  const scene = from.readings.find(({ node }) => node.name === name)?.value
  const watch = from.watches.find(({ nodeName }) => nodeName === name)
  const starts = from.starts.slice(0, keptStarts)
  const seen = { name, shard, replica, state, message }
  if (scene) {
    const past = starts.map((row) => ({ measured: toMeasured(row), view: toNodeStart(row) }))
    return { ...seen, awaySince: null, knownAt: from.readAt, figures: toFigures(scene, past) }
  }
  const figures: StartFigures | null = startFigures.safeParse(watch?.known).data ?? null
  return {
    ...seen,
    awaySince: watch?.answeredAt ?? null,
    knownAt: figures && (watch?.knownAt ?? null),
    figures,
  }
}
