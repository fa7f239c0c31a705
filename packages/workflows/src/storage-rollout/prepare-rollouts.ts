import { createHash, randomUUID } from 'node:crypto'
import { notifyChange, type Prisma, type StorageProposal } from '@frostline/db'
import {
  describeRunning,
  diffFiles,
  diffStorage,
  type FileLoad,
  judgeRollout,
  type LoadPlan,
  mergeStorageXml,
  type NodeStorageFacts,
  planLoad,
  readStorageXml,
  renderStorageXml,
  type StorageDraft,
  storageDraft,
} from '@frostline/domain'
import {
  type ConnectedNode,
  observeNodeStorage,
  openDraftSecrets,
  readConfigTarget,
} from '@frostline/services'
import { inspectTarget } from '../config-target/check-config-targets.ts'
import { noConfigurationAccess } from '../config-target/configuration-access.ts'
import { digestOf, readDropIn } from '../config-target/drop-in.ts'
import type { WorkflowDeps } from '../deps.ts'
import { sealFile } from './sealed-files.ts'

/**
 * Makes the plan of every rollout that waits for one: the current file of each node, the new file, and how the node
 * applies it. It only reads, so after a crash the next sweep starts over, and of two workers the first result stays.
 */
export async function prepareRollouts(deps: WorkflowDeps): Promise<void> {
  const due = await deps.db.storageRollout.findMany({
    where: { status: 'preparing' },
    include: { proposal: true },
    orderBy: { createdAt: 'asc' },
    take: 5,
  })
  for (const { id, proposal } of due) {
    const plan = await planNodes(deps, proposal).catch((error: unknown): Plan => {
      deps.log.warn({ error, rollout: id }, 'Could not prepare a storage rollout')
      return { faults: ['It could not be prepared. See the worker log.'] }
    })
    await deps.db.$transaction(async (tx) => {
      const ready = 'steps' in plan
      const { count } = await tx.storageRollout.updateMany({
        where: { id, status: 'preparing' },
        data: ready
          ? { status: 'planned', planDigest: plan.planDigest, preparedAt: deps.now(), error: null }
          : { status: 'refused', preparedAt: deps.now(), error: plan.faults.join('\n') },
      })
      if (count === 1 && ready)
        await tx.storageRolloutStep.createMany({
          data: plan.steps.map((step, ordinal) => ({ ...step, ordinal, rolloutId: id })),
        })
      await notifyChange(tx, 'storage-rollout', id)
    })
  }
}

type PlannedStep = Omit<Prisma.StorageRolloutStepCreateManyInput, 'ordinal' | 'rolloutId'>
type Plan = { steps: PlannedStep[]; planDigest: string } | { faults: string[] }

async function planNodes(deps: WorkflowDeps, proposal: StorageProposal): Promise<Plan> {
  const target = await readConfigTarget(deps.db, proposal.clusterId)
  const { nodes } = await deps.clusters.get(proposal.clusterId)
  if (target.kind === 'download')
    return { faults: ['The configuration files of this cluster are set to download only.'] }
  const folders = await inspectTarget(target, nodes, deps.configuration ?? noConfigurationAccess)
  const draft = storageDraft.parse(proposal.draft)
  const secrets = openDraftSecrets(deps.clusters, proposal)
  const steps: PlannedStep[] = []
  const faults: string[] = []
  for (const node of nodes) {
    const folder = folders.find((each) => each.node === node.name)
    const planned =
      !folder || folder.fault !== null
        ? (folder?.fault ?? 'It has no folder.')
        : await planNode(deps, { node, draft, secrets, folder, fileName: target.fileName })
    if (typeof planned === 'string') faults.push(`${node.name}: ${planned}`)
    else steps.push(planned)
  }
  if (faults.length > 0) return { faults }
  const seen = steps.map(({ folder, fileName, diff, load, restartBy }) => [
    folder,
    fileName,
    diff,
    load,
    restartBy,
  ])
  return { steps, planDigest: createHash('sha256').update(JSON.stringify(seen)).digest('hex') }
}

interface NodeTask {
  node: ConnectedNode
  draft: StorageDraft
  secrets: Readonly<Record<string, string>>
  folder: { folder: string; restart: 'supervisor' | 'person' }
  fileName: string
}

/** The step of one node, or why there can be none. */
async function planNode(deps: WorkflowDeps, task: NodeTask): Promise<PlannedStep | string> {
  const { node, draft, secrets, folder, fileName } = task
  const file = await readDropIn(folder.folder, fileName)
  if (file.kind === 'fault') return file.text
  const before = file.kind === 'present' ? file.text : null
  const addition = renderStorageXml(draft, {
    place: { node: node.name, shard: node.shard, replica: node.replica },
    openSealed: (id) => secrets[id] ?? '',
  })
  const merged = mergeStorageXml(before, addition)
  if (merged.kind === 'fault') return `${folder.folder}/${fileName}: ${merged.text}`
  let facts: NodeStorageFacts
  try {
    facts = (await observeNodeStorage(node)).facts
  } catch (error) {
    return `It could not be read: ${error instanceof Error ? error.message : String(error)}`
  }
  const id = randomUUID()
  const after = merged.text
  const loads = planLoads({ before, after, facts, draft, restart: folder.restart })
  return {
    id,
    nodeName: node.name,
    folder: folder.folder,
    fileName,
    restartBy: folder.restart,
    load: { ...loads.load },
    revertLoad: { ...loads.revertLoad },
    diff: diffFiles(before, after).map(({ sign, text }) => ({ sign, text })),
    beforeDigest: before === null ? null : digestOf(before),
    beforeBytes: before === null ? null : Buffer.byteLength(before),
    sealedBefore: before === null ? null : sealFile(deps.clusters, id, 'before', before),
    afterDigest: digestOf(after),
    afterBytes: Buffer.byteLength(after),
    sealedAfter: sealFile(deps.clusters, id, 'after', after),
    runsBefore: describeRunning(draft, facts),
  }
}

interface LoadFacts {
  before: string | null
  after: string
  facts: NodeStorageFacts
  draft: StorageDraft
  restart: 'supervisor' | 'person'
}

function planLoads({ before, after, facts, draft, restart }: LoadFacts): {
  load: LoadPlan
  revertLoad: LoadPlan
} {
  const own = before === null ? null : readStorageXml(before)
  const named = new Set(own?.kind === 'ok' ? own.draft.disks.map(({ name }) => name) : [])
  const elsewhere = new Set(facts.disks.map(({ name }) => name).filter((name) => !named.has(name)))
  const adapt = (plan: LoadPlan): LoadPlan =>
    // The engine of `npm start` rejects SYSTEM RELOAD CONFIG (Code 1).
    plan.load === 'reload' && restart === 'supervisor'
      ? withReason('restart', 'This node needs a restart to apply a changed configuration.')
      : plan
  const runs = judgeRollout(diffStorage(draft, facts)) === 'running'
  const load =
    before === after && !runs
      ? withReason('restart', 'The file already exists, but the node does not run it.')
      : adapt(planLoad(before, after, elsewhere))
  return { load, revertLoad: adapt(planLoad(after, before, elsewhere)) }
}

function withReason(load: FileLoad, reason: string): LoadPlan {
  return { load, reasons: [reason] }
}
