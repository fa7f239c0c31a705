import {
  inChangeSetStep,
  noteChangeSetWait,
  notifyChange,
  type RunRef,
  readWish,
  type Transaction,
} from '@frostline/db'
import { isApplied, isSameSpec, type StateChange, secretRefsOf } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import { resolveActingOwner } from '../base/find-person.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeSetSecretPlace } from './change-set-run.ts'
import { stateAdapters } from './kinds/index.ts'
import { cancelRolloutsOf } from './kinds/roll-out-storage.ts'
import { markManaged } from './manage.ts'
import { needsSecret, secretsAt } from './prepare-plan.ts'
import { refuseDeviation } from './refuse-deviation.ts'
import type {
  GivenValues,
  LedgerAdapter,
  NodeAdapter,
  PresentObject,
  StepOutcome,
  StoredStateChange,
} from './state-adapter.ts'
import { withinTransaction } from './within-transaction.ts'

/**
 * One change of a change set, in the name of who has applied the file. The change, its audit entry and the state of the
 * step are written in one transaction.
 * @returns what it waits for. Null: it waits for nothing.
 * @throws ServiceError where it cannot be made, also `conflict` if the object has changed since the plan, and
 * StaleWriterError.
 */
export async function carryOutChangeSetStep(
  worker: ServiceContext,
  ref: RunRef,
  ordinal: number,
): Promise<string | null> {
  const changeSet = await worker.db.changeSet.findUniqueOrThrow({ where: { id: ref.id } })
  const stored = await worker.db.changeSetStep.findUniqueOrThrow({
    where: { changeSetId_ordinal: { changeSetId: ref.id, ordinal } },
  })
  const change = stored.change as unknown as StoredStateChange
  const ctx = await actAsOwner(worker, changeSet)
  const adapter = stateAdapters[change.kind]
  const secrets = needsSecret(change) ? openSecrets(ctx, changeSet, change) : {}
  if ('carryOut' in adapter) {
    if ((await readWish(worker.db, ref)) !== 'go-on') return null
    const { file, commit, approvedBy } = changeSet
    const step = {
      ...{ run: ref, ordinal, file, commit, approvedBy },
      ...{ isRetry: stored.state === 'failed', proposalId: stored.proposalId },
    }
    const outcome = await adapter
      .carryOut(ctx, change, secrets, step)
      .catch((error: unknown) => waitForNodes(adapter, error))
    if (typeof outcome !== 'string') {
      if (!outcome.asRetry) await noteChangeSetWait(worker.db, ref, ordinal)
      return outcome.waits
    }
    await inChangeSetStep(worker.db, ref, ordinal, worker.now, async (tx) => {
      await settleManaged(tx, ctx, changeSet, change)
      return outcome
    })
    return null
  }
  const { secret = '' } = secrets
  const given = { secret, prepared: (await adapter.prepare?.(ctx, change)) ?? null }
  await inChangeSetStep(worker.db, ref, ordinal, worker.now, async (tx) => {
    const within = withinTransaction(ctx, tx)
    const present = await findPresent(adapter, within, change)
    const isDone = isApplied(change, present) && (secret === '' || present?.secrets?.secret?.() === secret)
    if (!isDone) await makeChange(within, adapter, present, change, given)
    await settleManaged(tx, ctx, changeSet, change)
    return isDone ? 'unchanged' : 'done'
  })
  return null
}

function waitForNodes({ waitsForNodes }: NodeAdapter, error: unknown): StepOutcome {
  if (waitsForNodes && error instanceof ServiceError && error.code === 'unreachable')
    return { waits: `${error.message} The change set continues when all nodes respond.`, asRetry: true }
  throw error
}

/** What a step has begun meanwhile stops with its cancelled change set. */
export async function cancelBegunRollouts(worker: ServiceContext, { id }: RunRef): Promise<void> {
  const changeSet = await worker.db.changeSet.findUniqueOrThrow({ where: { id } })
  await cancelRolloutsOf(await actAsOwner(worker, changeSet), id)
}

type Owned = Parameters<typeof resolveActingOwner>[1]

/** @throws ServiceError `forbidden` for an owner that may apply files no more. */
async function actAsOwner(worker: ServiceContext, changeSet: Owned): Promise<ServiceContext> {
  const need = {
    role: 'admin',
    verb: 'desiredState.applyFile',
    because: 'a file is applied by an admin',
    on: [{ kind: 'everything' }],
  } as const
  const owner = await resolveActingOwner(worker.db, changeSet, need, worker.now())
  if (owner.kind === 'fault')
    throw new ServiceError('forbidden', `The change set cannot go on. ${owner.reason}`, {
      hint: 'Apply the file again with another token.',
    })
  return { ...worker, actor: owner.actor, appliesFile: true }
}

async function findPresent(
  adapter: LedgerAdapter,
  ctx: ServiceContext,
  { cluster, name }: StateChange,
): Promise<PresentObject | null> {
  const objects = await adapter.read(ctx, { wanted: 'all', leftOut: [] })
  return objects.find((object) => object.cluster === cluster && object.name === name) ?? null
}

async function makeChange(
  ctx: ServiceContext,
  adapter: LedgerAdapter,
  present: PresentObject | null,
  change: StateChange,
  given: GivenValues,
): Promise<void> {
  const { kind, cluster, name, action, before, after } = change
  if (!isSameSpec(present?.spec ?? null, before)) refuseDeviation(change, present)
  const object = { kind, cluster, name, spec: after }
  if (present !== null && (action === 'remove' || action === 'replace')) await adapter.remove?.(ctx, present)
  if (action === 'remove') return
  if (present !== null && action === 'update') await adapter.update(ctx, present, object, given)
  else await adapter.create(ctx, object, given)
}

async function settleManaged(
  tx: Transaction,
  ctx: ServiceContext,
  { file, commit }: { file: string; commit: string | null },
  { address, kind, after }: StateChange,
): Promise<void> {
  if (after === null) await tx.managedObject.deleteMany({ where: { address } })
  else await markManaged(tx, ctx, { file, commit }, { address, kind, spec: after })
  await notifyChange(tx, 'desired-state', file)
}

function openSecrets(
  { clusters }: ServiceContext,
  { id, sealedSecrets }: { id: string; sealedSecrets: Uint8Array | null },
  { after }: StateChange,
): Record<string, string> {
  const values = sealedSecrets
    ? (JSON.parse(clusters.secrets.open(changeSetSecretPlace(id), sealedSecrets)) as Record<string, string>)
    : {}
  const missing = Object.values(secretRefsOf(after)).find((ref) => values[ref] === undefined)
  if (missing === undefined) return secretsAt(after, values)
  throw new ServiceError('conflict', `The value of ${missing} is no longer stored.`, {
    hint: 'Apply the file again.',
  })
}
