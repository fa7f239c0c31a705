import { linkChangeSetProposal } from '@frostline/db'
import { draftOfState, isApplied, isSameSpec, secretRefsOf, storageSpec } from '@frostline/domain'
import { reviewStorageProposal } from '../../../storage/storage-proposal/change-proposals.ts'
import { createStorageProposal } from '../../../storage/storage-proposal/create.ts'
import { findProposal, readCheck } from '../../../storage/storage-proposal/read-proposals.ts'
import type { EngineCheck } from '../../../storage/storage-proposal/schema.ts'
import { listStorageRollouts } from '../../../storage/storage-rollout/get.ts'
import { listInterrupted } from '../../../storage/storage-rollout/open-rollouts.ts'
import { prepareStorageRollout } from '../../../storage/storage-rollout/prepare.ts'
import { cancelStorageRollout, finishStorageRollout } from '../../../storage/storage-rollout/rollout-run.ts'
import type { StorageRolloutView } from '../../../storage/storage-rollout/schema.ts'
import { startStorageRollout } from '../../../storage/storage-rollout/start.ts'
import { isLeft } from '../../../storage/storage-rollout/to-view.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import { refuseDeviation } from '../refuse-deviation.ts'
import { describeFile } from '../refuse-managed.ts'
import { requireSlug } from '../require-slug.ts'
import type { PresentObject, StepAt, StepOutcome, StoredStateChange } from '../state-adapter.ts'
import { withinTransaction } from '../within-transaction.ts'
import { readStorage } from './read-storage.ts'

type Secrets = Readonly<Record<string, string>>

/**
 * One move of the way of a change: propose → checked by ClickHouse → prepare → start → wait for the nodes → verify.
 * Which one comes next is read from the ledger, so that after a crash between any two of them the same one follows.
 */
export async function rollOutStorage(
  ctx: ServiceContext,
  change: StoredStateChange,
  secrets: Secrets,
  step: StepAt | null,
): Promise<StepOutcome> {
  if (step === null) throw new Error('Storage is changed by a step of a change set.')
  if (step.proposalId === null) return propose(ctx, change, secrets, step)
  const proposal = await findProposal(ctx.db, step.proposalId)
  if (proposal.engineCheck === null) return { waits: 'ClickHouse checks the configuration.' }
  refuseRejected(readCheck(proposal)?.nodes ?? [])
  const [rollout] = (await listStorageRollouts(ctx, { id: proposal.id })).rollouts
  // A plan that never started is stale when somebody tries again.
  const isStale = rollout?.status === 'refused' || rollout?.status === 'planned'
  if (!rollout || (step.isRetry && isStale)) {
    await prepareStorageRollout(ctx, { id: proposal.id })
    return { waits: 'A worker prepares the files of the nodes.' }
  }
  switch (rollout.status) {
    case 'preparing':
      return { waits: 'A worker prepares the files of the nodes.' }
    case 'refused':
      throw new ServiceError('conflict', `The rollout could not be prepared. ${rollout.error ?? ''}`, {
        hint: 'Fix the cause, then continue the change set.',
      })
    case 'planned': {
      const tables = await listInterrupted(ctx.db, rollout.clusterId, rollout.steps.map(loadOf))
      if (tables.length > 0) return { waits: afterMigrations('starts', tables) }
      await startStorageRollout(ctx, {
        ...{ id: rollout.id, planDigest: rollout.planDigest ?? '' },
        acceptUnchecked: storageSpec.parse(change.after).engineCheck === 'optional',
      })
      return { waits: 'The rollout starts.' }
    }
    case 'completed':
      return verify(ctx, change, rollout)
    case 'failed':
    case 'cancelled':
      return finish(ctx, rollout, step)
    default:
      return { waits: describeWait(rollout) }
  }
}

function refuseRejected(nodes: EngineCheck['nodes']): void {
  const rejected = nodes.filter(({ state }) => state === 'refused')
  if (rejected.length === 0) return
  // Nodes often say the same.
  const messages = [...new Set(rejected.map(({ message }) => message ?? ''))].join(' ')
  const names = rejected.map(({ node }) => node).join(', ')
  throw new ServiceError('conflict', `ClickHouse rejects the configuration for ${names}. ${messages}`, {
    hint: 'Cancel this change set, correct the file and apply it again.',
  })
}

/** The proposal, its approval and the link to it are stored together. */
async function propose(
  ctx: ServiceContext,
  change: StoredStateChange,
  secrets: Secrets,
  step: StepAt,
): Promise<StepOutcome> {
  const present = await readPresent(ctx, change)
  const stored = present.secrets ?? {}
  const isStored = Object.entries(secrets).every(([place, value]) => stored[place]?.() === value)
  if (isApplied(change, present) && isStored) return 'unchanged'
  // Before: null for a cluster that was new to the plan.
  if (change.before !== null && !isSameSpec(present.spec, change.before)) refuseDeviation(change, present)
  const values = Object.keys(secretRefsOf(change.after)).flatMap((place): [string, string][] => {
    const value = secrets[place] ?? stored[place]?.()
    return value === undefined ? [] : [[place, value]]
  })
  const draft = draftOfState(storageSpec.parse(change.after), (place) => ({ sealed: place }))
  const approval = step.approvedBy === null ? '' : `, approved by ${step.approvedBy}`
  await ctx.db.$transaction(async (tx) => {
    const within = withinTransaction(ctx, tx)
    const { id } = await createStorageProposal(
      within,
      { cluster: requireSlug(change), title: `From ${describeFile(step)}`, draft },
      Object.fromEntries(values),
    )
    await reviewStorageProposal(within, {
      ...{ id, outcome: 'approved' },
      note: `With the change set of ${describeFile(step)}${approval}.`,
    })
    await linkChangeSetProposal(tx, step.run, step.ordinal, id)
  })
  return { waits: 'ClickHouse checks the configuration.' }
}

async function readPresent(
  ctx: ServiceContext,
  { kind, cluster, name, after }: StoredStateChange,
): Promise<PresentObject> {
  const [present] = await readStorage(ctx, { wanted: [{ kind, cluster, name, spec: after }], leftOut: [] })
  if (present) return present
  throw new Error(`Storage of ${cluster} was not read.`)
}

async function verify(
  ctx: ServiceContext,
  change: StoredStateChange,
  { direction }: StorageRolloutView,
): Promise<StepOutcome> {
  if (direction === 'apply' && isApplied(change, await readPresent(ctx, change))) return 'done'
  throw new ServiceError(
    'conflict',
    direction === 'revert'
      ? 'The rollout of this change was reverted.'
      : 'The rollout is complete, but disks or policies were changed again since.',
    { hint: 'Cancel this change set, then plan and apply the file again.' },
  )
}

/** A failure is shown once. When somebody continues the change set, the rollout goes on with what is left. */
async function finish(
  ctx: ServiceContext,
  rollout: StorageRolloutView,
  { isRetry }: StepAt,
): Promise<StepOutcome> {
  const { id, clusterId, status, direction, error, steps, cancelledBy } = rollout
  if (isRetry && direction === 'apply') {
    const tables = await listInterrupted(ctx.db, clusterId, steps.filter(isLeft).map(loadOf))
    if (tables.length > 0) return { waits: afterMigrations('goes on', tables), asRetry: true }
    await finishStorageRollout(ctx, { id })
    return { waits: 'The rollout goes on.' }
  }
  const faults = steps.flatMap(({ node, error: why }) => (why ? [`${node}: ${why}`] : []))
  const reason = faults.length > 0 ? faults.join(' ') : (error ?? '')
  const message =
    status === 'cancelled'
      ? `The rollout was cancelled by ${cancelledBy ?? 'somebody'}.`
      : `The rollout was not completed. ${reason}${/[.!?]$/.test(reason) ? '' : '.'}`
  throw new ServiceError('conflict', message, {
    hint: 'Fix the cause and continue the change set, or revert the rollout on the page of its proposal.',
  })
}

const loadOf = ({ load }: StorageRolloutView['steps'][number]) => load

const afterMigrations = (does: 'starts' | 'goes on', tables: readonly string[]) =>
  `A restart would interrupt tier migrations, so the rollout ${does} after them: ${tables.join(', ')}.`

function describeWait({ steps, waitReason }: StorageRolloutView): string {
  if (waitReason !== null) return `The rollout waits. ${waitReason}`
  const made = steps.filter((step) => !isLeft(step)).length
  const current = steps.find(({ status }) => status === 'running')
  const progress = `${made} of ${steps.length} nodes run it.`
  return current ? `${progress} ${current.node}: ${current.waitReason ?? 'is being changed.'}` : progress
}

/** Stops the open rollouts of a change set after the node that is being changed. */
export async function cancelRolloutsOf(ctx: ServiceContext, changeSetId: string): Promise<void> {
  const steps = await ctx.db.changeSetStep.findMany({
    where: { changeSetId, state: 'planned', proposalId: { not: null } },
    select: { proposalId: true },
  })
  for (const { proposalId } of steps) {
    const { rollouts } = await listStorageRollouts(ctx, { id: proposalId ?? '' })
    for (const { id, status } of rollouts)
      if (status === 'queued' || status === 'running') await cancelStorageRollout(ctx, { id })
  }
}
