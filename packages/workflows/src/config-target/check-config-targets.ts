import { notifyChange } from '@frostline/db'
import { resolveNodeFolders } from '@frostline/domain'
import type { ConfigTargetCheck, ConfigTargetView, ConnectedNode } from '@frostline/services'
import { readConfigTarget } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'
import {
  type ConfigurationAccess,
  findSupervisedNodes,
  noConfigurationAccess,
} from './configuration-access.ts'
import { readDropIn } from './drop-in.ts'
import { inspectFolder } from './inspect-folder.ts'

/** Checks the folders of every target that was not checked yet. It changes nothing, so a crash costs a repetition. */
export async function checkConfigTargets(deps: WorkflowDeps): Promise<void> {
  const due = await deps.db.configTarget.findMany({
    where: { kind: 'directory', checkedAt: null },
    select: { clusterId: true, updatedAt: true },
  })
  for (const { clusterId, updatedAt } of due) {
    const target = await readConfigTarget(deps.db, clusterId)
    const { nodes } = await deps.clusters.get(clusterId)
    const access = deps.configuration ?? noConfigurationAccess
    const check: ConfigTargetCheck = {
      worker: deps.workerId,
      nodes: await inspectTarget(target, nodes, access),
    }
    await deps.db.$transaction(async (tx) => {
      // A target that was changed meanwhile is checked again.
      await tx.configTarget.updateMany({
        where: { clusterId, checkedAt: null, updatedAt },
        data: { check, checkedAt: deps.now() },
      })
      await notifyChange(tx, 'config-target', clusterId)
    })
  }
}

/** The folder of each node, as this worker sees it. */
export async function inspectTarget(
  target: ConfigTargetView,
  nodes: readonly ConnectedNode[],
  access: ConfigurationAccess,
): Promise<ConfigTargetCheck['nodes']> {
  // If the supervisor is down for a moment, the check is still stored: a person is then asked to restart.
  const supervised = await findSupervisedNodes(access).catch(() => new Map<string, string>())
  const owners = new Map<string, string>()
  const seen: ConfigTargetCheck['nodes'] = []
  const places = nodes.map(({ name, shard, replica }) => ({ node: name, shard, replica }))
  for (const { node, folder, fault } of resolveNodeFolders(target, places)) {
    const url = nodes.find(({ name }) => name === node)?.url ?? ''
    const restart = supervised.has(url) ? ('supervisor' as const) : ('person' as const)
    const found = await inspectNodeFolder(folder, target.fileName, access.roots)
    const owner = found.identity === null ? undefined : owners.get(found.identity)
    if (found.identity !== null) owners.set(found.identity, node)
    const shared = owner
      ? `${folder} is the same folder as that of ${owner}. Each node needs its own folder.`
      : null
    seen.push({ node, folder, fault: fault ?? found.fault ?? shared, fileBytes: found.fileBytes, restart })
  }
  return seen
}

async function inspectNodeFolder(folder: string, fileName: string, roots: readonly string[]) {
  const sight = await inspectFolder(folder, roots)
  if (sight.kind === 'fault') return { fault: sight.text, fileBytes: null, identity: null }
  const file = await readDropIn(folder, fileName)
  return {
    fault: file.kind === 'fault' ? file.text : null,
    fileBytes: file.kind === 'present' ? Buffer.byteLength(file.text) : null,
    identity: sight.identity,
  }
}
