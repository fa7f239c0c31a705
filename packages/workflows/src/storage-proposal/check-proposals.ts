import { type ConfigVerdict, checkConfig } from '@frostline/clickhouse/engine'
import { notifyChange } from '@frostline/db'
import {
  type NodeStorageFacts,
  renderCheckConfig,
  type StorageDraft,
  storageDraft,
  toStorageFacts,
} from '@frostline/domain'
import { type EngineCheck, getStorage } from '@frostline/services'
import type { WorkflowDeps } from '../deps.ts'

type NodeCheck = EngineCheck['nodes'][number]

/**
 * Checks each new proposal with a temporary engine, once for each form of node. It only reads, so it needs no durable
 * run: after a crash the next sweep starts over, and of two workers the first result stays.
 */
export async function checkProposals(deps: WorkflowDeps): Promise<void> {
  const due = await deps.db.storageProposal.findMany({
    where: { engineCheckedAt: null },
    select: { id: true, clusterId: true, draft: true },
    orderBy: { createdAt: 'asc' },
    take: 5,
  })
  for (const { id, clusterId, draft } of due) {
    const check = await checkOnNodes(deps, clusterId, storageDraft.parse(draft)).catch((error: unknown) => {
      deps.log.warn({ error, proposal: id }, 'Could not check a storage proposal')
      return { nodes: [unchecked('the cluster', 'It could not be checked. See the worker log.')] }
    })
    await deps.db.$transaction(async (tx) => {
      await tx.storageProposal.updateMany({
        where: { id, engineCheckedAt: null },
        data: { engineCheck: check, engineCheckedAt: deps.now() },
      })
      await notifyChange(tx, 'storage-proposal', id)
    })
  }
}

async function checkOnNodes(
  deps: WorkflowDeps,
  clusterId: string,
  draft: StorageDraft,
): Promise<EngineCheck> {
  const actor = { type: 'system', id: deps.workerId, name: 'worker', role: 'viewer' } as const
  const { db, clusters, now } = deps
  const { data } = await getStorage({ actor, db, clusters, now }, { cluster: clusterId, fresh: true })
  const facts = toStorageFacts(data)
  const verdicts = new Map<string, Promise<ConfigVerdict>>()
  const nodes: NodeCheck[] = []
  for (const { name } of data.byNode) {
    const node = facts.find((each) => each.node === name)
    if (!node) {
      nodes.push(unchecked(name, 'The node could not be read, so its running configuration is unknown.'))
      continue
    }
    const form = formOf(node)
    const verdict = verdicts.get(form) ?? ask(draft, node)
    verdicts.set(form, verdict)
    nodes.push(toNodeCheck(name, draft, await verdict))
  }
  return { nodes }
}

function ask(draft: StorageDraft, node: NodeStorageFacts): Promise<ConfigVerdict> {
  return checkConfig({
    files: (folder) => renderCheckConfig(draft, node, folder).files,
    env: renderCheckConfig(draft, node, '').env,
  })
}

/** Nodes that differ only in name, space and paths get the same result. */
function formOf({ disks, policies }: NodeStorageFacts): string {
  return JSON.stringify(
    [
      disks.map(({ name, onObjectStorage }) => [name, onObjectStorage]),
      policies.map(({ name, volumes }) => [name, volumes]),
    ],
    (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  )
}

function toNodeCheck(node: string, draft: StorageDraft, verdict: ConfigVerdict): NodeCheck {
  if (verdict.kind === 'unavailable') return unchecked(node, verdict.reason)
  if (verdict.kind === 'refused')
    return { node, state: 'refused', version: null, code: verdict.code, message: verdict.message }
  const misread = draft.policies.find(({ name, volumes }) => {
    const read = verdict.volumes.filter((row) => row.policy_name === name)
    // Priorities may order the volumes differently than they are written.
    const key = (volume: string, disks: readonly string[]) => `${volume}: ${disks.join(', ')}`
    const drafted = volumes.map((volume) => key(volume.name, volume.disks)).sort()
    return (
      JSON.stringify(read.map((row) => key(row.volume_name, row.disks)).sort()) !== JSON.stringify(drafted)
    )
  })
  if (misread)
    return {
      node,
      state: 'refused',
      version: verdict.version,
      code: null,
      message: `ClickHouse accepted the file, but its policy ${misread.name} has different volumes than the proposal.`,
    }
  return { node, state: 'accepted', version: verdict.version, code: null, message: null }
}

function unchecked(node: string, message: string): NodeCheck {
  return { node, state: 'unchecked', version: null, code: null, message }
}
