import { killSeenMutation, liveMutations } from '@frostline/clickhouse'
import { openRunStatuses } from '@frostline/domain'
import type { z } from 'zod'
import { benchmarkObjectTypes } from '../../benchmarks/benchmark/object-type.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import type { ConnectedNode } from '../cluster/cluster-connection.ts'
import { type KillReport, killMutationInput, type LiveMutation } from './schema.ts'
import { findNode, lookAt, sendKill } from './send-kill.ts'
import { toLiveMutation } from './to-views.ts'

const auditedChars = 4_000

/**
 * Kills one mutation. Parts that it has rewritten stay as they are. Replicas of a table share it, so it ends on all of
 * them. A later mutation with the same id is left alone.
 * @throws ServiceError `conflict` for a mutation of an open benchmark; `unreachable` where the node does not list its
 * mutations; `not_found` for an unknown cluster or node.
 */
export async function killMutation(
  ctx: ServiceContext,
  given: z.input<typeof killMutationInput>,
): Promise<KillReport> {
  const about = {
    ...{ action: 'mutation.kill', objectType: 'mutation' },
    objectName: `${given.database}.${given.table} ${given.mutationId}`,
  }
  await authorize(ctx, 'operator', about)
  const input = parseInput(killMutationInput, given)
  const cluster = await ctx.clusters.get(input.cluster)
  const node = findNode(cluster, input.node)
  const find = () => findMutation(node, input)
  const mutation = await lookAt(node, 'mutations', find)
  if (!mutation)
    return {
      ...{ result: 'already_ended', grant: null },
      message: `The mutation had already ended on ${node.name}. Nothing was killed.`,
    }
  await refuseOwn(ctx, cluster, node.name, mutation)
  return sendKill(ctx, {
    ...{ cluster, node, about, noun: 'mutation', purpose: 'kill_mutation' },
    statement: killSeenMutation(input),
    usualGrant: null,
    details: {
      node: node.name,
      command: mutation.command,
      ageSeconds: mutation.ageSeconds,
      partsLeft: String(mutation.partsLeft),
      failure: mutation.failure,
      replicated: mutation.isReplicated,
    },
    isThere: async () => (await find()) !== null,
  })
}

/** Null: it has ended, or another mutation has its id now. */
async function findMutation(
  { name, client }: ConnectedNode,
  seen: z.output<typeof killMutationInput>,
): Promise<LiveMutation | null> {
  const { database, table, mutationId } = seen
  const params = { database, table, mutation_id: mutationId, text_chars: auditedChars, limit: 10 }
  const { rows } = await client.query(liveMutations, params, { timeoutMs: 5_000 })
  const row = rows.find(
    ({ fingerprint, create_time }) =>
      fingerprint === seen.fingerprint &&
      Math.floor(create_time.getTime() / 1_000) === Math.floor(seen.createdAt.getTime() / 1_000),
  )
  return row ? toLiveMutation(name, row) : null
}

/** A disk check runs mutations on a table of its own. */
async function refuseOwn(
  ctx: ServiceContext,
  cluster: { id: string; slug: string },
  nodeName: string,
  { database, table }: LiveMutation,
): Promise<void> {
  const scratch = await ctx.db.scratchTable.findFirst({
    where: {
      ...{ clusterId: cluster.id, nodeName, database, name: table, droppedAt: null },
      benchmark: { run: { status: { in: [...openRunStatuses] } } },
    },
    select: { benchmark: { select: { id: true, kind: true, subject: true } } },
  })
  if (!scratch?.benchmark) return
  const { id, kind, subject } = scratch.benchmark
  throw new ServiceError('conflict', `This mutation belongs to a benchmark of ${subject}.`, {
    hint: 'Cancel the run instead.',
    related: [
      {
        objectType: benchmarkObjectTypes[kind],
        ...{ objectId: id, clusterSlug: cluster.slug, name: subject },
      },
    ],
  })
}
