import { type AlertDelivery, notifyChange, type Transaction } from '@frostline/db'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import { type ChannelView, type CreateChannelInput, createChannelInput } from './channel-schema.ts'
import {
  channelSecretPlace,
  describeTarget,
  readChannelSettings,
  refuseSecret,
  refuseTarget,
  settingsOf,
  storeChannelSettings,
} from './channel-settings.ts'
import { listRoutesOfChannel, lockRoutes } from './lock-routes.ts'
import { alertRef } from './schema.ts'
import { toDeliveryView } from './to-delivery-view.ts'

/** Everybody sees the channels; only admins what they are set to. */
export async function listChannels(ctx: ServiceContext): Promise<ChannelView[]> {
  await authorize(ctx, 'viewer')
  const admin = roleAllows(ctx.actor.role, 'admin')
  const rows = await ctx.db.alertChannel.findMany({
    orderBy: { name: 'asc' },
    include: { deliveries: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 10 } },
  })
  return rows.map((row) => {
    const settings = readChannelSettings(row)
    return {
      id: row.id,
      name: row.name,
      type: row.type,
      enabled: row.enabled,
      hasSecret: row.sealedSecret !== null,
      target: describeTarget(settings, admin),
      settings: admin ? settings : null,
      failure: failureOf(row.deliveries),
      createdBy: row.createdBy,
      createdAt: row.createdAt,
      deliveries: row.deliveries.map((delivery) => toDeliveryView(delivery, row.name)),
    }
  })
}

/** By the last delivery that was attempted. */
function failureOf(deliveries: readonly AlertDelivery[]): ChannelView['failure'] {
  const last = deliveries.find(({ answer }) => answer !== null)
  if (!last || last.status === 'sent') return null
  return {
    answer: last.answer ?? '',
    since: last.finishedAt ?? last.createdAt,
    final: last.status === 'failed',
  }
}

/** @throws ServiceError `invalid` for a forbidden address or a missing secret, `conflict` for a name that is taken. */
export async function createChannel(ctx: ServiceContext, given: CreateChannelInput): Promise<{ id: string }> {
  const { name, settings: input } = parseInput(createChannelInput, given)
  const about = { action: 'alert-channel.create', objectType: 'alert-channel', objectName: name }
  await authorize(ctx, 'admin', about)
  refuseSecret(input.type, input.secret)
  const settings = settingsOf(input)
  refuseTarget(settings)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { id } = await tx.alertChannel.create({
        data: { name, ...storeChannelSettings(settings), createdBy: ctx.actor.name, createdAt: ctx.now() },
      })
      if (input.secret !== '')
        await tx.alertChannel.update({
          where: { id },
          data: { sealedSecret: ctx.clusters.secrets.seal(channelSecretPlace(id), input.secret) },
        })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        outcome: 'succeeded',
        details: { type: settings.type, target: describeTarget(settings, true) },
      })
      await notifyChange(tx, 'alert', id)
      return { id }
    })
  } catch (error) {
    throw nameTaken(error, name)
  }
}

/** @throws ServiceError `conflict` while a route sends to it. */
export async function removeChannel(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  await changeChannel(ctx, id, 'alert-channel.remove', async (tx) => {
    await lockRoutes(tx)
    const routes = await listRoutesOfChannel(tx, id)
    if (routes.length > 0)
      throw new ServiceError('conflict', `Routes send alerts to this channel: ${routes.join(', ')}.`, {
        hint: 'Choose other channels in these routes, then remove it.',
      })
    await tx.alertChannel.delete({ where: { id } })
  })
  return { id }
}

/** Sends a test message over the channel; the result is listed with its deliveries. */
export async function testChannel(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  await changeChannel(ctx, id, 'alert-channel.test', async (tx) => {
    const now = ctx.now()
    await tx.alertDelivery.create({
      data: { channelId: id, event: 'test', nextAttemptAt: now, createdAt: now },
    })
  })
  return { id }
}

/** Runs a change of one channel as an admin, and audits what `change` returns as details. */
export async function changeChannel(
  ctx: ServiceContext,
  id: string,
  action: string,
  change: (tx: Transaction) => Promise<AuditFacts['details']>,
): Promise<void> {
  const known = await ctx.db.alertChannel.findUnique({ where: { id }, select: { name: true } })
  const about = { action, objectType: 'alert-channel', objectId: id, objectName: known?.name ?? id }
  await authorize(ctx, 'admin', about)
  if (!known)
    throw new ServiceError('not_found', `There is no alert channel ${id}.`, { hint: 'Refresh the list.' })
  await ctx.db.$transaction(async (tx) => {
    if (!action.endsWith('.test')) await refuseManaged(tx, ctx, { kind: 'channels', name: known.name })
    const details = await change(tx)
    await recordAudit(tx, ctx, {
      ...about,
      outcome: action.endsWith('.test') ? 'requested' : 'succeeded',
      ...(details ? { details } : {}),
    })
    await notifyChange(tx, 'alert', id)
  })
}

/** Translates a failed write: another channel has the name, or the error as it is. */
export function nameTaken(error: unknown, name: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', `A channel named ${name} already exists.`, {
    hint: 'Choose another name, or remove the old one first.',
  })
}
