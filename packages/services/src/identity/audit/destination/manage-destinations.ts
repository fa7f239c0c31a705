import { notifyChange, type Transaction } from '@frostline/db'
import type { z } from 'zod'
import { holdSource } from '../../../loads/source/source-record.ts'
import { authorize } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../../../platform/base/record-audit.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../../platform/base/unique-violation.ts'
import {
  describeDestination,
  destinationSecretPlace,
  readDestinationSettings,
  refuseDestinationTarget,
  refuseShortSecret,
  storeDestinationSettings,
} from './destination-settings.ts'
import {
  createDestinationInput,
  type DestinationSettingsInput,
  type destinationRef,
  destinationRef as refInput,
  updateDestinationInput,
} from './schema.ts'

type Ref = z.input<typeof destinationRef>

/** @throws ServiceError `invalid` for a forbidden address, `conflict` for a name that is taken. */
export async function createAuditDestination(
  ctx: ServiceContext,
  given: z.input<typeof createDestinationInput>,
): Promise<{ id: string }> {
  const about = {
    ...{ action: 'audit-destination.create', objectType: 'audit-destination', objectName: given.name },
  }
  await authorize(ctx, 'admin', about)
  const { name, settings, startAt } = parseInput(createDestinationInput, given)
  refuseDestinationTarget(settings)
  if (settings.type === 'webhook') refuseShortSecret(settings.secret)
  return ctx.db
    .$transaction(async (tx) => {
      if (settings.type === 'bucket') await holdSource(tx, settings.sourceId)
      const chain = await tx.auditChain.findUniqueOrThrow({ where: { id: 1 } })
      const start =
        startAt === 'now'
          ? { shippedSequence: chain.headSequence, shippedHash: chain.headHash }
          : { shippedSequence: chain.removedThrough, shippedHash: chain.removedHash }
      const now = ctx.now()
      const { id } = await tx.auditDestination.create({
        data: {
          ...{ name, ...storeDestinationSettings(settings), ...start, nextAttemptAt: now },
          ...{ createdBy: ctx.actor.name, createdAt: now },
        },
      })
      await storeSecret(tx, ctx, id, settings)
      await recordAudit(tx, ctx, {
        ...about,
        ...{
          objectId: id,
          objectName: name,
          outcome: 'succeeded',
          details: { ...describe(settings), startAt },
        },
      })
      await notifyChange(tx, 'audit-destination', id)
      return { id }
    })
    .catch((error: unknown) => Promise.reject(nameTaken(error, name)))
}

/** Whatever is being sent meanwhile is sent again, to the new address. */
export async function updateAuditDestination(
  ctx: ServiceContext,
  given: z.input<typeof updateDestinationInput>,
): Promise<{ id: string }> {
  const { id, name, settings } = parseInput(updateDestinationInput, given)
  await changeDestination(ctx, id, 'audit-destination.update', async (tx) => {
    const row = await tx.auditDestination.findUniqueOrThrow({ where: { id } })
    if (row.type !== settings.type)
      throw new ServiceError('invalid', `The destination sends to ${row.type}, and its type stays.`, {
        hint: 'Add another destination.',
      })
    refuseDestinationTarget(settings)
    if (settings.type === 'bucket') await holdSource(tx, settings.sourceId)
    await tx.auditDestination.update({
      where: { id },
      data: {
        ...{ name, ...storeDestinationSettings(settings) },
        ...{ epoch: { increment: 1 }, claimedUntil: null, nextAttemptAt: ctx.now() },
      },
    })
    await storeSecret(tx, ctx, id, settings)
    return { ...describe(settings), before: describeDestination(readDestinationSettings(row)), name }
  }).catch((error: unknown) => Promise.reject(nameTaken(error, name)))
  return { id }
}

export async function pauseAuditDestination(ctx: ServiceContext, given: Ref): Promise<{ id: string }> {
  const { id } = parseInput(refInput, given)
  await changeDestination(ctx, id, 'audit-destination.pause', async (tx) => {
    await tx.auditDestination.update({ where: { id }, data: { enabled: false } })
    return undefined
  })
  return { id }
}

/** Also sends at once what would be repeated later. */
export async function resumeAuditDestination(ctx: ServiceContext, given: Ref): Promise<{ id: string }> {
  const { id } = parseInput(refInput, given)
  await changeDestination(ctx, id, 'audit-destination.resume', async (tx) => {
    await tx.auditDestination.update({ where: { id }, data: { enabled: true, nextAttemptAt: ctx.now() } })
    return undefined
  })
  return { id }
}

/** A worker sends it within seconds; the list shows the result. */
export async function testAuditDestination(ctx: ServiceContext, given: Ref): Promise<{ id: string }> {
  const { id } = parseInput(refInput, given)
  await changeDestination(ctx, id, 'audit-destination.test', async (tx) => {
    await tx.auditDestination.update({
      where: { id },
      data: { testRequestedAt: ctx.now(), testFinishedAt: null, testError: null },
    })
    return undefined
  })
  return { id }
}

/** What the receiver has stays there. */
export async function removeAuditDestination(ctx: ServiceContext, given: Ref): Promise<{ id: string }> {
  const { id } = parseInput(refInput, given)
  await changeDestination(ctx, id, 'audit-destination.remove', async (tx) => {
    const { shippedSequence, shippedHash } = await tx.auditDestination.delete({ where: { id } })
    return { shippedSequence: Number(shippedSequence), shippedHash }
  })
  return { id }
}

async function changeDestination(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.auditDestination.findUnique({ where: { id }, select: { name: true } })
  const about = { action, objectType: 'audit-destination', objectId: id, objectName: known?.name ?? id }
  await authorize(ctx, 'admin', about)
  if (!known) throw noSuchDestination(id)
  await ctx.db.$transaction(async (tx) => {
    const held = await tx.$queryRaw<unknown[]>`SELECT id FROM audit_destination WHERE id = ${id} FOR UPDATE`
    if (held.length === 0) throw noSuchDestination(id)
    const details = await change(tx)
    const outcome = action.endsWith('.test') ? 'requested' : 'succeeded'
    await recordAudit(tx, ctx, { ...about, outcome, details })
    await notifyChange(tx, 'audit-destination', id)
  })
}

async function storeSecret(
  tx: Transaction,
  ctx: ServiceContext,
  id: string,
  settings: DestinationSettingsInput,
): Promise<void> {
  if (settings.type !== 'webhook' || settings.secret === '') return
  refuseShortSecret(settings.secret)
  const sealedSecret = ctx.clusters.secrets.seal(destinationSecretPlace(id), settings.secret)
  await tx.auditDestination.update({ where: { id }, data: { sealedSecret } })
}

/** For the audit: everything but the secret and the certificates. */
function describe(settings: DestinationSettingsInput): NonNullable<AuditFacts['details']> {
  const target = { type: settings.type, target: describeDestination(settings) }
  if (settings.type === 'webhook') return { ...target, newSecret: settings.secret !== '' }
  if (settings.type === 'syslog') return target
  const { lock, retainDays, sourceId } = settings
  return { ...target, lock, retainDays, sourceId }
}

function noSuchDestination(id: string): ServiceError {
  return new ServiceError('not_found', `There is no audit destination ${id}.`, { hint: 'Refresh the list.' })
}

function nameTaken(error: unknown, name: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', `An audit destination named ${name} already exists.`, {
    hint: 'Choose another name.',
  })
}
