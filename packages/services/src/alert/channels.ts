import { notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { changeChannel } from './change-channel.ts'
import { channelSecretPlace } from './channel-secret.ts'
import { type ChannelConfig, readChannelConfig } from './deliver/read-channel-config.ts'
import { describeTarget } from './describe-target.ts'
import { nameTaken, refuseTarget } from './refuse-channel.ts'
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

/** @throws ServiceError `invalid` for an address that alerts are never sent to, `conflict` for a name that is taken. */
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

/** Sends a message of its own kind over the channel; how that went stands among its deliveries. */
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
