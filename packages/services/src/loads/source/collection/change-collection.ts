import { randomUUID } from 'node:crypto'
import {
  createNamedCollectionStatement,
  dropNamedCollectionStatement,
  explain,
  listNamedCollections,
  QueryFailedError,
  type Statement,
} from '@frostline/clickhouse'
import { notifyChange, type Source } from '@frostline/db'
import type { z } from 'zod'
import { outcomeOfMany } from '../../../platform/base/audit-outcome.ts'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { type AuditObject, recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import type { ClusterConnection, ConnectedNode } from '../../../platform/cluster/cluster-connection.ts'
import { bucketUrl } from '../open-source.ts'
import { findSource } from '../source-record.ts'
import { sourceSecretPlace } from '../store-source.ts'
import { type CollectionReport, collectionInput } from './schema.ts'

type Given = z.input<typeof collectionInput>

/**
 * Creates the named collection of a source on every node of a cluster, or replaces it: it is dropped first, so that no
 * old value is left. The console's ownership is recorded before anything is sent. A collection of this name that
 * someone else created is refused.
 * @throws ServiceError `invalid`, `not_found`, `conflict`
 */
export async function createSourceCollection(ctx: ServiceContext, given: Given): Promise<CollectionReport> {
  return changeCollection(ctx, given, 'source.create-collection', true, async (source, cluster) => {
    const { collectionName: name, accessKeyId, sealedSecret, buckets } = source
    if (name === null || accessKeyId === null || sealedSecret === null)
      throw new ServiceError('invalid', `${source.name} has no keys for a named collection.`, {
        hint: 'Set a collection name and keys in the source, then create it on the nodes.',
      })
    const secretAccessKey = ctx.clusters.secrets.open(sourceSecretPlace(source.id), sealedSecret)
    const url = `${bucketUrl(source, buckets[0] ?? '')}/`
    await claimCollection(ctx, source.id, name, cluster)
    return [
      dropNamedCollectionStatement(name),
      createNamedCollectionStatement(name, { url, accessKeyId, secretAccessKey }),
    ]
  })
}

/** Drops the collection from every node of a cluster. It stays the console's as long as a node may have it. */
export async function dropSourceCollection(ctx: ServiceContext, given: Given): Promise<CollectionReport> {
  return changeCollection(ctx, given, 'source.drop-collection', false, async (source, cluster) => {
    const owned = await ctx.db.sourceCollection.findUnique({
      where: { sourceId_clusterId: { sourceId: source.id, clusterId: cluster.id } },
    })
    if (!owned)
      throw new ServiceError(
        'conflict',
        `The console has not created a collection of ${source.name} on ${cluster.name}.`,
        {
          hint: 'Collections created by others must be dropped by them.',
        },
      )
    return [dropNamedCollectionStatement(source.collectionName ?? '')]
  })
}

async function claimCollection(
  ctx: ServiceContext,
  sourceId: string,
  name: string,
  cluster: ClusterConnection,
): Promise<void> {
  const where = { sourceId_clusterId: { sourceId, clusterId: cluster.id } }
  if (await ctx.db.sourceCollection.findUnique({ where })) return
  const seen = await Promise.all(cluster.nodes.map((node) => look(node, name)))
  const holder = cluster.nodes.find((_, index) => seen[index]?.present)
  if (holder)
    throw new ServiceError(
      'conflict',
      `${holder.name} has a named collection ${name} that was not created by the console.`,
      {
        hint: 'Choose another name, or leave the keys empty to use the existing collection.',
      },
    )
  await ctx.db.sourceCollection.create({
    data: { sourceId, clusterId: cluster.id, createdAt: ctx.now(), createdBy: ctx.actor.name },
  })
}

async function changeCollection(
  ctx: ServiceContext,
  given: Given,
  action: string,
  wanted: boolean,
  prepare: (source: Source, cluster: ClusterConnection) => Promise<Statement[]>,
): Promise<CollectionReport> {
  const about: AuditObject = { action, objectType: 'source', objectId: given.id, objectName: given.id }
  await authorize(ctx, 'admin', about)
  const input = parseInput(collectionInput, given)
  const source = await findSource(ctx.db, input.id)
  const cluster = await ctx.clusters.get(input.cluster)
  const statements = await prepare(source, cluster)
  const name = source.collectionName ?? ''
  const nodes = await Promise.all(cluster.nodes.map((node) => sendAndLook(node, name, statements, wanted)))
  const complete = nodes.every(({ present }) => present === wanted)
  await ctx.db.$transaction(async (tx) => {
    if (!wanted && complete)
      await tx.sourceCollection.deleteMany({ where: { sourceId: source.id, clusterId: cluster.id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: source.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: outcomeOfMany(nodes.map(({ present }) => present === wanted)),
      details: { collectionName: name, nodes: nodes.map(({ node, message }) => `${node}: ${message}`) },
    })
    await notifyChange(tx, 'source', source.id)
  })
  return { collectionName: name, cluster: cluster.slug, complete, nodes }
}

/** The result is what the node shows afterwards, not how the statement went. */
async function sendAndLook(
  node: ConnectedNode,
  name: string,
  statements: readonly Statement[],
  wanted: boolean,
): Promise<CollectionReport['nodes'][number]> {
  for (const { sql, params } of statements) {
    const outcome = await node.client.command({
      sql,
      params,
      queryId: randomUUID(),
      timeoutMs: 10_000,
      purpose: 'named_collection',
    })
    if (outcome.kind === 'ok') continue
    const { present } = await look(node, name)
    return { node: node.name, present: wanted ? null : present, message: explain(outcome) }
  }
  const { present, fault } = await look(node, name)
  const message =
    fault ?? (present ? 'The node has the collection.' : 'The node does not have the collection.')
  return { node: node.name, present, message }
}

async function look(
  node: ConnectedNode,
  name: string,
): Promise<{ present: boolean | null; fault: string | null }> {
  try {
    const { rows } = await node.client.query(listNamedCollections, {})
    return { present: rows.some((row) => row.name === name), fault: null }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
    return { present: null, fault: explain(thrown.failure) }
  }
}
