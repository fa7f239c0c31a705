import { randomUUID } from 'node:crypto'
import { notifyChange, type Prisma, storeRun, type Transaction } from '@frostline/db'
import { addressOf, secretRefsOf } from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { findPerson } from '../base/find-person.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { explainClaim, refuseHolder } from '../run/claim.ts'
import { changeSetClaim, changeSetSecretPlace, changeSets } from './change-set-run.ts'
import { connectionAdapter } from './kinds/connections.ts'
import { markManaged } from './manage.ts'
import { needsSecret, type PreparedPlan, preparePlan, refuseBlocked, secretsAt } from './prepare-plan.ts'
import { type ApplyStateInput, applyStateInput, type StateApplied } from './schema.ts'

const inTime = { timeout: 60_000 }

/**
 * Stores the changes of a file as one change set. A worker carries them out, each in a transaction of its own.
 * @throws ServiceError `invalid` for a fault of the file or a missing secret, `conflict` where the plan is blocked, is
 * not the reviewed one, or another change set is open.
 */
export async function applyDesiredState(ctx: ServiceContext, given: ApplyStateInput): Promise<StateApplied> {
  const attempt = { action: 'change-set.start', objectType: 'change-set', objectName: 'desired state' }
  await authorize(ctx, 'admin', attempt)
  const input = parseInput(applyStateInput, given)
  const first = await preparePlan(ctx, input)
  refuseBlocked(first)
  if (input.fingerprint !== undefined && input.fingerprint !== first.fingerprint)
    throw new ServiceError('conflict', 'The plan is not the reviewed one: the console has changed since.', {
      hint: 'Plan the file again and review it.',
    })
  const prepared = (await registerFirst(ctx, first, input.secrets)) ? await preparePlan(ctx, input) : first
  const { file, plan, home, needsApproval } = prepared
  const by = { file: file.name, commit: input.commit ?? null }
  if (plan.changes.length === 0) {
    await ctx.db.$transaction((tx) => settleUnchanged(tx, ctx, prepared, by), inTime)
    return { id: null, changes: 0, needsApproval: false }
  }
  if (home === null)
    throw new ServiceError('conflict', 'There is no cluster yet.', {
      hint: 'Register a cluster first. A change set is a run of a cluster.',
    })
  const id = randomUUID()
  const requestedById = await findPerson(ctx.db, ctx.actor)
  const secrets = Object.fromEntries(
    plan.changes
      .filter(needsSecret)
      .flatMap(({ after }) => Object.values(secretRefsOf(after)))
      .map((ref) => [ref, input.secrets[ref] ?? '']),
  )
  const sealedSecrets =
    Object.keys(secrets).length === 0
      ? null
      : ctx.clusters.secrets.seal(changeSetSecretPlace(id), JSON.stringify(secrets))
  return ctx.db
    .$transaction(async (tx) => {
      await refuseHolder(tx, changeSets, { claimKey: changeSetClaim, name: file.name })
      await storeRun(tx, {
        ...{ id, kind: 'change-set', clusterId: home.id, of: null, claimKey: changeSetClaim },
        ...{ requestedById, requestedBy: ctx.actor.name, now: ctx.now() },
      })
      await tx.changeSet.create({
        data: {
          ...{ id, ...by, document: input.document as Prisma.InputJsonObject, needsApproval, sealedSecrets },
          ...{ ownerType: ctx.actor.type, ownerId: ctx.actor.id, ownerName: ctx.actor.name },
        },
      })
      await tx.changeSetStep.createMany({
        data: plan.changes.map((change, ordinal) => ({
          ...{ changeSetId: id, ordinal, address: change.address, action: change.action },
          change: JSON.parse(
            JSON.stringify({ ...change, accepts: input.accepts[change.address] }),
          ) as Prisma.InputJsonObject,
        })),
      })
      await settleUnchanged(tx, ctx, prepared, by)
      await recordAudit(tx, ctx, {
        ...attempt,
        ...{ objectId: id, objectName: file.name, clusterId: home.id, clusterName: home.name },
        outcome: 'requested',
        details: {
          ...by,
          needsApproval,
          changes: plan.changes.map(({ action, address }) => `${action} ${address}`),
        },
      })
      await notifyChange(tx, 'change-set', id)
      return { id, changes: plan.changes.length, needsApproval }
    }, inTime)
    .catch((error: unknown) => {
      throw explainClaim(error, changeSets, file.name)
    })
}

/**
 * A change set is a run of a cluster, so the first cluster of a console is registered before it. A later apply finds it.
 * @returns whether one was registered.
 */
async function registerFirst(
  ctx: ServiceContext,
  { plan, home }: PreparedPlan,
  secrets: Readonly<Record<string, string>>,
): Promise<boolean> {
  const change = plan.changes.find(({ kind }) => kind === 'connection')
  if (home !== null || !change) return false
  const values = secretsAt(change.after, secrets)
  return (await connectionAdapter.carryOut({ ...ctx, appliesFile: true }, change, values, null)) === 'done'
}

/** Marks unchanged objects as managed by the file, and releases those that it no longer has. */
async function settleUnchanged(
  tx: Transaction,
  ctx: ServiceContext,
  { desired, plan, newlyManaged }: PreparedPlan,
  by: { file: string; commit: string | null },
): Promise<void> {
  const unchanged = new Set(plan.unchanged)
  const others = await tx.managedObject.findMany({
    where: { file: { not: by.file }, address: { in: plan.unchanged } },
    select: { address: true },
  })
  for (const object of desired) {
    const address = addressOf(object)
    if (!unchanged.has(address) || others.some((row) => row.address === address)) continue
    await markManaged(tx, ctx, by, { address, kind: object.kind, spec: object.spec })
  }
  await tx.managedObject.deleteMany({ where: { file: by.file, address: { in: plan.released } } })
  if (newlyManaged.length > 0 || plan.released.length > 0) {
    await recordAudit(tx, ctx, {
      ...{ action: 'desired-state.manage', objectType: 'desired-state', objectName: by.file },
      outcome: 'succeeded',
      details: { commit: by.commit, managed: newlyManaged, released: plan.released },
    })
    await notifyChange(tx, 'desired-state', by.file)
  }
}
