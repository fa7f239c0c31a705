import { notifyChange, Prisma, type Transaction } from '@frostline/db'
import { resolveNodeFolders } from '@frostline/domain'
import type { z } from 'zod'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { refuseManaged } from '../../platform/desired-state/refuse-managed.ts'
import { refuseOpenRuns } from '../../platform/open-run/refuse-open-runs.ts'
import { folderByNode, readConfigTarget } from './read-target.ts'
import {
  type ConfigTargetView,
  configTargetRef,
  type SetConfigTargetInput,
  setConfigTargetInput,
} from './schema.ts'

export async function getConfigTarget(
  ctx: ServiceContext,
  given: z.input<typeof configTargetRef>,
): Promise<ConfigTargetView> {
  const { cluster } = await authorizeInput(ctx, 'viewer', configTargetRef, given)
  return readConfigTarget(ctx.db, cluster)
}

/** Requests a worker to check the folders again: the worker writes there, so only it can tell. */
export async function checkConfigTarget(
  ctx: ServiceContext,
  given: z.input<typeof configTargetRef>,
): Promise<ConfigTargetView> {
  const about = { action: 'config-target.check', objectType: 'cluster', objectName: given.cluster }
  await authorize(ctx, 'admin', about)
  const input = parseInput(configTargetRef, given)
  return ctx.db.$transaction(async (tx) => {
    const target = await readConfigTarget(tx, input.cluster)
    if (target.kind === 'download')
      throw new ServiceError(
        'conflict',
        `The configuration files of ${target.clusterName} are set to download only. There is no folder.`,
        {
          hint: 'Set folders first, in the cluster settings.',
        },
      )
    await tx.configTarget.update({
      where: { clusterId: target.clusterId },
      data: { check: Prisma.DbNull, checkedAt: null },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: target.clusterId,
      objectName: target.clusterName,
      clusterId: target.clusterId,
      clusterName: target.clusterName,
      outcome: 'succeeded',
    })
    await notifyChange(tx, 'config-target', target.clusterId)
    return readConfigTarget(tx, target.clusterId)
  })
}

/**
 * Sets how configuration files reach the nodes. Invalid paths are rejected; whether they are writable is found out by
 * the next worker that checks.
 */
export async function setConfigTarget(
  ctx: ServiceContext,
  given: SetConfigTargetInput,
): Promise<ConfigTargetView> {
  const about = { action: 'config-target.set', objectType: 'cluster', objectName: given.cluster }
  await authorize(ctx, 'admin', about)
  const input = parseInput(setConfigTargetInput, given)
  return ctx.db.$transaction(async (tx) => {
    const cluster = await findCluster(tx, input.cluster)
    await refuseManaged(tx, ctx, { kind: 'configFiles', clusterId: cluster.id })
    await refuseOpenRuns(tx, { clusterId: cluster.id }, { kinds: ['storage-rollout'] })
    const own = Object.entries(input.folderByNode).filter(([, folder]) => folder !== '')
    const stranger = own.find(([name]) => !cluster.nodes.some((node) => node.name === name))
    if (stranger) throw new ServiceError('invalid', `${cluster.name} has no node ${stranger[0]}.`)
    const rule = { folder: input.folder, folderByNode: Object.fromEntries(own) }
    const places = cluster.nodes.map(({ name, shard, replica }) => ({ node: name, shard, replica }))
    const folders = input.kind === 'directory' ? resolveNodeFolders(rule, places) : []
    const faulty = folders.find(({ fault }) => fault !== null)
    if (faulty)
      throw new ServiceError('invalid', `${faulty.node}: ${faulty.fault}`, {
        hint: 'Give an absolute path with {node} in it, or a path for each node.',
      })
    const columns = {
      kind: input.kind,
      ...rule,
      updatedAt: ctx.now(),
      updatedBy: ctx.actor.name,
      check: Prisma.DbNull,
      checkedAt: null,
    }
    await tx.configTarget.upsert({
      where: { clusterId: cluster.id },
      create: { clusterId: cluster.id, ...columns },
      update: columns,
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: cluster.id,
      objectName: cluster.name,
      clusterId: cluster.id,
      clusterName: cluster.name,
      outcome: 'succeeded',
      details: { kind: input.kind, folders: folders.map(({ node, folder }) => `${node}: ${folder}`) },
    })
    await notifyChange(tx, 'config-target', cluster.id)
    return readConfigTarget(tx, cluster.id)
  })
}

/**
 * Registers the folders of a cluster that was started with us. Changes only a target that is unset or was set by the
 * set-up, never a person's choice.
 */
export async function ensureConfigFolders(
  tx: Transaction,
  ctx: ServiceContext,
  cluster: { id: string; name: string },
  folders: Readonly<Record<string, string>>,
): Promise<boolean> {
  const present = await tx.configTarget.findUnique({ where: { clusterId: cluster.id } })
  if (Object.keys(folders).length === 0 || (present && present.updatedBy !== ctx.actor.name)) return false
  const before = Object.entries(folderByNode.parse(present?.folderByNode ?? {})).sort()
  if (JSON.stringify(before) === JSON.stringify(Object.entries(folders).sort())) return false
  const columns = {
    kind: 'directory' as const,
    folder: '',
    folderByNode: folders,
    updatedAt: ctx.now(),
    updatedBy: ctx.actor.name,
    check: Prisma.DbNull,
    checkedAt: null,
  }
  await tx.configTarget.upsert({
    where: { clusterId: cluster.id },
    create: { clusterId: cluster.id, ...columns },
    update: columns,
  })
  await recordAudit(tx, ctx, {
    action: 'config-target.set',
    objectType: 'cluster',
    objectId: cluster.id,
    objectName: cluster.name,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: 'succeeded',
    details: {
      kind: 'directory',
      folders: Object.entries(folders).map(([node, folder]) => `${node}: ${folder}`),
    },
  })
  await notifyChange(tx, 'config-target', cluster.id)
  return true
}
