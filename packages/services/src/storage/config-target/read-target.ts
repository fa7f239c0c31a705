import type { Transaction } from '@frostline/db'
import { resolveNodeFolders, storageFileName } from '@frostline/domain'
import { z } from 'zod'
import { findCluster } from '../../platform/cluster/find-cluster.ts'
import { type ConfigTargetView, configTargetCheck } from './schema.ts'

export const folderByNode = z.record(z.string(), z.string())

/** The stored target of a cluster, with a worker's check result; `download` without one. */
export async function readConfigTarget(tx: Transaction, slugOrId: string): Promise<ConfigTargetView> {
  const cluster = await findCluster(tx, slugOrId)
  const row = await tx.configTarget.findUnique({ where: { clusterId: cluster.id } })
  const rule = { folder: row?.folder ?? '', folderByNode: folderByNode.parse(row?.folderByNode ?? {}) }
  const base = {
    clusterId: cluster.id,
    clusterName: cluster.name,
    fileName: storageFileName,
    ...rule,
    updatedAt: row?.updatedAt ?? null,
    updatedBy: row?.updatedBy ?? null,
  }
  if (row?.kind !== 'directory')
    return { ...base, kind: 'download', state: 'none', checkedAt: null, checkedBy: null, nodes: [] }
  const places = cluster.nodes.map(({ name, shard, replica }) => ({ node: name, shard, replica }))
  const check = row.check === null ? null : configTargetCheck.parse(row.check)
  const nodes = resolveNodeFolders(rule, places).map((each) => {
    const seen = check?.nodes.find(({ node, folder }) => node === each.node && folder === each.folder)
    return {
      ...each,
      fault: each.fault ?? seen?.fault ?? (check && !seen ? 'No worker has checked it yet.' : null),
      fileBytes: seen?.fileBytes ?? null,
      restart: seen?.restart ?? null,
    }
  })
  const faulty = nodes.some(({ fault }) => fault !== null)
  return {
    ...base,
    kind: 'directory',
    state: faulty ? 'faulty' : check ? 'ready' : 'waiting',
    checkedAt: row.checkedAt,
    checkedBy: check?.worker ?? null,
    nodes,
  }
}
