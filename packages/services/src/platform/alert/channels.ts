import { notifyChange, type SecretPlace, type Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { explainTarget, loopbackExempt } from '../net/explain-address.ts'
import { type ChannelConfig, readChannelConfig } from './deliver/read-channel-config.ts'
import {
  alertRef,
  type ChannelView,
  type CreateEmailChannelInput,
  type CreateWebhookInput,
  createEmailChannelInput,
  createWebhookInput,
} from './schema.ts'
import { toDeliveryView } from './to-delivery-view.ts'

export async function listChannels(ctx: ServiceContext): Promise<ChannelView[]> {
  await authorize(ctx, 'admin')
  const rows = await ctx.db.alertChannel.findMany({
    orderBy: { name: 'asc' },
    include: { deliveries: { orderBy: { createdAt: 'desc' }, take: 10 } },
  })
  return rows.map((row) => {
    const channel = readChannelConfig(row)
    return {
      id: row.id,
      name: row.name,
      enabled: row.enabled,
      ...channel,
      hasSecret: row.sealedSecret !== null,
      target: describeTarget(channel),
      createdBy: row.createdBy,
      createdAt: row.createdAt,
      deliveries: row.deliveries.map((delivery) => toDeliveryView(delivery, row.name)),
    }
  })
}

/** @throws ServiceError `invalid` for a forbidden address, `conflict` for a name that is taken. */
export async function createWebhook(ctx: ServiceContext, given: CreateWebhookInput): Promise<{ id: string }> {
  const { name, secret, url } = parseInput(createWebhookInput, given)
  return storeChannel(ctx, name, { type: 'webhook', config: { url } }, secret)
}

/** @throws ServiceError `conflict` for a name that is taken. */
export async function createEmailChannel(
  ctx: ServiceContext,
  given: CreateEmailChannelInput,
): Promise<{ id: string }> {
  const { name, password, ...config } = parseInput(createEmailChannelInput, given)
  return storeChannel(ctx, name, { type: 'email', config }, password)
}

async function storeChannel(
  ctx: ServiceContext,
  name: string,
  channel: ChannelConfig,
  secret: string,
): Promise<{ id: string }> {
  const about = { action: 'alert-channel.create', objectType: 'alert-channel', objectName: name }
  await authorize(ctx, 'admin', about)
  refuseTarget(channel)
  try {
    return await ctx.db.$transaction(async (tx) => {
      const { id } = await tx.alertChannel.create({
        data: { name, ...channel, createdBy: ctx.actor.name, createdAt: ctx.now() },
      })
      if (secret !== '')
        await tx.alertChannel.update({
          where: { id },
          data: { sealedSecret: ctx.clusters.secrets.seal(channelSecretPlace(id), secret) },
        })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        outcome: 'succeeded',
        details: { type: channel.type, target: describeTarget(channel) },
      })
      await notifyChange(tx, 'alert', id)
      return { id }
    })
  } catch (error) {
    throw nameTaken(error, name)
  }
}

export async function removeChannel(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  await changeChannel(ctx, id, 'alert-channel.remove', async (tx) => {
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
    const details = await change(tx)
    await recordAudit(tx, ctx, {
      ...about,
      outcome: action.endsWith('.test') ? 'requested' : 'succeeded',
      ...(details ? { details } : {}),
    })
    await notifyChange(tx, 'alert', id)
  })
}

export function channelSecretPlace(channelId: string): SecretPlace {
  return { purpose: 'alert channel secret', rowId: channelId }
}

/** @throws ServiceError `invalid` for a forbidden address. */
export function refuseTarget(channel: ChannelConfig): void {
  const fault = channel.type === 'webhook' ? explainTarget(channel.config.url, loopbackExempt) : null
  if (fault) throw new ServiceError('invalid', fault, { hint: 'Enter another address.' })
}

/** Translates a failed write: another channel has the name, or the error as it is. */
export function nameTaken(error: unknown, name: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', `A channel named ${name} already exists.`, {
    hint: 'Choose another name, or remove the old one first.',
  })
}

export function describeTarget(channel: ChannelConfig): string {
  return channel.type === 'webhook'
    ? channel.config.url
    : `${channel.config.to.join(', ')} via ${channel.config.host}:${channel.config.port}`
}
