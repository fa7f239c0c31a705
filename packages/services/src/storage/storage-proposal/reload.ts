import { randomUUID } from 'node:crypto'
import { explain, reloadConfigStatement } from '@frostline/clickhouse'
import { notifyChange } from '@frostline/db'
import { hasErrors } from '@frostline/domain'
import { outcomeOfMany } from '../../platform/base/audit-outcome.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { type AuditObject, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { findProposal, getStorageProposal } from './read-proposals.ts'
import { type StorageReload, storageProposalRef } from './schema.ts'

/** Reading a configuration takes well under a second; a store that is checked first may take longer. */
const statementTimeoutMs = 60_000

/**
 * Call it after the files are on the nodes: has each node that does not run the proposal yet reload its configuration,
 * one after the other, and checks what it runs then. A node that rejects it does not block the others; sending it again
 * continues with the rest.
 * @throws ServiceError `conflict` for a proposal with errors.
 */
export async function reloadStorageConfig(
  ctx: ServiceContext,
  given: { id: string },
): Promise<StorageReload> {
  const about = { action: 'storage-proposal.reload', objectType: 'storage-proposal', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const { id } = parseInput(storageProposalRef, given)
  const proposal = await findProposal(ctx.db, id)
  const before = (await getStorageProposal(ctx, { id, fresh: true })).data
  if (hasErrors(before.findings))
    throw new ServiceError('conflict', `The proposal ${proposal.title} has errors. Nothing was sent.`, {
      hint: 'Correct them in a new proposal.',
    })
  await refuseManaged(ctx.db, ctx, { kind: 'storage', clusterId: proposal.clusterId })
  const cluster = await ctx.clusters.get(proposal.clusterId)
  const stateOf = new Map(before.byNode.map(({ node, state }) => [node, state]))
  const statement = reloadConfigStatement()
  const due = cluster.nodes
    .filter(({ name }) => stateOf.get(name) !== 'running')
    .map((node) => ({ node, queryId: randomUUID() }))
  const object: AuditObject = {
    ...about,
    objectName: proposal.title,
    clusterId: cluster.id,
    clusterName: cluster.name,
  }
  const statements = due.map(({ node, queryId }) => ({ node: node.name, sql: statement.sql, queryId }))
  await recordAudit(ctx.db, ctx, { ...object, outcome: 'requested', statements })

  const messages = new Map<string, string>()
  for (const { node, queryId } of due) {
    const outcome = await node.client.command({
      ...statement,
      queryId,
      timeoutMs: statementTimeoutMs,
      purpose: 'reload_config',
    })
    if (outcome.kind !== 'ok') messages.set(node.name, explain(outcome))
  }
  const after = (await getStorageProposal(ctx, { id, fresh: true })).data
  const nodes = after.byNode.map(({ node, state }) => ({ node, state, message: messages.get(node) ?? null }))
  const complete = nodes.every(({ state }) => state === 'running')
  await ctx.db.$transaction(async (tx) => {
    await recordAudit(tx, ctx, {
      ...object,
      outcome: outcomeOfMany(nodes.map(({ state }) => state === 'running')),
      statements,
      details: { nodes: nodes.map(({ node, state }) => `${node}: ${state}`) },
      ...(complete ? {} : { error: describeOpen(nodes) }),
    })
    await notifyChange(tx, 'storage-proposal', id)
  })
  return { complete, nodes }
}

function describeOpen(nodes: StorageReload['nodes']): string {
  return nodes
    .filter(({ state }) => state !== 'running')
    .map(({ node, state, message }) => `${node}: ${message ?? state}`)
    .join(' ')
}
