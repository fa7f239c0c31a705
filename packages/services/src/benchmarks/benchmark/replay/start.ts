import { knownSettings } from '@frostline/clickhouse'
import { storeReplayQueries } from '@frostline/db'
import {
  type BoundReplayTarget,
  maxReplayRuns,
  planPasses,
  type ReplaySpec,
  type ReplayTarget,
} from '@frostline/domain'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { readCluster } from '../../../platform/reading/read-cluster.ts'
import { enqueueBenchmark } from '../enqueue.ts'
import { benchmarkObjectTypes } from '../object-type.ts'
import type { FoundQuery } from './inspect-texts.ts'
import { countSkipped } from './look.ts'
import { readReplaySample } from './read-sample.ts'
import { type ReplayDraft, replayDraft } from './schema.ts'

/**
 * Reads the log again, keeps the queries, and stores the replay, queued: a worker takes it from the ledger. Queries
 * that read outside the cluster, or may lift the limits, are for admins.
 * @throws ServiceError `conflict` where the queries differ from the preview, or a node is being measured; `refused` for
 * a setting that a target does not have; `not_found`, `unreachable`
 */
export async function startReplay(ctx: ServiceContext, given: ReplayDraft): Promise<{ id: string }> {
  const attempt = {
    action: 'benchmark.start',
    objectType: benchmarkObjectTypes.replay,
    objectName: `queries of ${given.cluster}`,
  }
  const bold = given.rules?.allowOutside || given.rules?.keepSettings
  await authorize(ctx, bold ? 'admin' : 'operator', attempt)
  const { cluster, filter, rules, targets, pace, fingerprint } = parseInput(replayDraft, given)
  const bound = await Promise.all(targets.map((target) => bindTarget(ctx, target)))
  const movesDatabase = targets.some(({ database }) => database !== null)
  const sample = await readReplaySample(ctx, cluster, { filter, rules, movesDatabase })
  const queries = sample.judged.flatMap(({ query, reason }) => (reason === null ? [query] : []))
  if (sample.fingerprint !== fingerprint)
    throw new ServiceError('conflict', 'The queries in the log have changed since the preview.', {
      hint: 'A node may have been down, or the log may have been truncated. Refresh the preview, then start.',
    })
  refuseSize(queries.length, pace.rounds, targets.length)
  const spec: ReplaySpec = {
    ...{ filter, rules, pace, targets: bound },
    queries: queries.length,
    skipped: countSkipped(sample),
  }
  const subject = describeSubject(queries)
  return enqueueBenchmark(
    ctx,
    sample.reading.cluster,
    {
      ...{ kind: 'replay', subject, spec, nodeName: describeNodes(bound) },
      steps: planPasses(bound.length, pace.rounds),
    },
    {
      attempt: { ...attempt, objectName: subject },
      details: {
        queries: queries.length,
        targets: bound.map(describeTarget),
        concurrency: pace.concurrency,
        rounds: pace.rounds,
        allowOutside: rules.allowOutside,
        keepSettings: rules.keepSettings,
      },
      store: (tx, id) => storeReplayQueries(tx, id, queries.map(toStored)),
    },
  )
}

/** The target's cluster as it is now, whose nodes know every requested setting. */
async function bindTarget(ctx: ServiceContext, target: ReplayTarget): Promise<BoundReplayTarget> {
  const { cluster: key, route, settings } = target
  const nodes = route.kind === 'node' ? [route.node] : undefined
  const names = settings.map(({ name }) => name)
  const reading = await readCluster(ctx, { cluster: key, fresh: true, nodes }, async (reader) => {
    const known = await reader.ask(knownSettings, { names: ['readonly', ...names] })
    return new Set(known.map(({ name }) => name))
  })
  const { cluster, coverage, readings } = reading
  if (!coverage.complete)
    throw new ServiceError(
      'unreachable',
      `${coverage.missingNodes.join(', ')} of ${cluster.name} cannot be reached.`,
      {
        hint: 'Choose a node that answers, or wait until they all do.',
      },
    )
  for (const { node, value } of readings)
    for (const name of names)
      if (!value.has(name))
        throw new ServiceError('refused', `${node.name} has no setting ${name}.`, {
          hint: 'Remove it, or use a setting of this version.',
        })
  return { ...target, cluster: cluster.slug, clusterId: cluster.id, clusterName: cluster.name }
}

function refuseSize(queries: number, rounds: number, targets: number): void {
  if (queries === 0)
    throw new ServiceError('conflict', 'None of the queries can be replayed.', {
      hint: 'See the reasons and choose other queries.',
    })
  const runs = queries * rounds * targets
  if (runs > maxReplayRuns)
    throw new ServiceError(
      'conflict',
      `${queries} queries in ${rounds} rounds on ${targets} targets are ${runs} runs. The maximum is ${maxReplayRuns}.`,
      { hint: 'Use a smaller sample or fewer rounds.' },
    )
}

function describeSubject(queries: readonly FoundQuery[]): string {
  const forms = new Set(queries.map(({ formHash }) => formHash)).size
  const several = (count: number, noun: string, plural: string) => `${count} ${count === 1 ? noun : plural}`
  return `${several(queries.length, 'query', 'queries')} of ${several(forms, 'pattern', 'patterns')}`
}

function describeNodes(targets: readonly BoundReplayTarget[]): string {
  const places = targets.map(({ clusterName, route }) => (route.kind === 'node' ? route.node : clusterName))
  return [...new Set(places)].join(', ')
}

function describeTarget({ clusterName, route, caches, database, settings }: BoundReplayTarget): string {
  return [
    clusterName,
    route.kind === 'node' ? route.node : 'as logged',
    ...(caches === 'as-server' ? [] : [`caches: ${caches}`]),
    ...(database === null ? [] : [`database ${database}`]),
    ...settings.map(({ name, value }) => `${name}=${value}`),
  ].join(', ')
}

function toStored(query: FoundQuery, ordinal: number) {
  const { formHash, form, database, loggedNode, loggedBy, loggedAt, loggedMs, node } = query
  return {
    ...{ ordinal, formHash, form, database, loggedNode, loggedBy, loggedAt, loggedMs },
    text: query.text ?? '',
    loggedShard: node.shard,
    loggedReplica: node.replica,
  }
}
