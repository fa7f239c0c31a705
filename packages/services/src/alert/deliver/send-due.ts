import { claimDeliveries, notifyChange } from '@frostline/db'
import type { ServiceContext } from '../../base/context.ts'
import { channelSecretPlace } from '../channel-secret.ts'
import { composeMessage } from './alert-message.ts'
import { readChannelConfig } from './read-channel-config.ts'
import { sendEmail } from './send-email.ts'
import type { SendOptions, SendOutcome } from './send-outcome.ts'
import { sendWebhook } from './send-webhook.ts'

const AT_ONCE = 10
/** Longer than any attempt takes: then its worker is dead, and another one sends it with the same id. */
const CLAIM_MS = 60_000
const MOST_ATTEMPTS = 8
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 15 * 60_000

/**
 * Sends what waits in the outbox, each delivery by one worker at a time. A worker that dies after the receiver took
 * a message and before that was written down leaves it to be sent once more: receivers know it by its delivery id.
 * @returns how many were tried.
 */
export async function sendDueDeliveries(
  ctx: Pick<ServiceContext, 'db' | 'clusters' | 'now'>,
  options: SendOptions,
): Promise<number> {
  const claimed = await claimDeliveries(ctx.db, { now: ctx.now(), forMs: CLAIM_MS, most: AT_ONCE })
  await Promise.all(claimed.map(({ id }) => sendOne(ctx, id, options)))
  return claimed.length
}

async function sendOne(
  ctx: Pick<ServiceContext, 'db' | 'clusters' | 'now'>,
  id: string,
  options: SendOptions,
): Promise<void> {
  const delivery = await ctx.db.alertDelivery.findUnique({
    where: { id },
    include: { channel: true, alert: { include: { cluster: { select: { slug: true } } } } },
  })
  // Its channel was removed a moment ago.
  if (!delivery) return
  const { channel, alert, attempts } = delivery
  const outcome = await attempt(
    ctx,
    channel,
    composeMessage(delivery, alert, options.publicUrl, ctx.now()),
    options,
  )
  const over = outcome.kind === 'refused' || (outcome.kind === 'failed' && attempts >= MOST_ATTEMPTS)
  const now = ctx.now()
  await ctx.db.$transaction(async (tx) => {
    await tx.alertDelivery.updateMany({
      where: { id, attempts },
      data: {
        status: outcome.kind === 'sent' ? 'sent' : over ? 'failed' : 'waiting',
        answer: outcome.answer.slice(0, 500),
        claimedUntil: null,
        nextAttemptAt: new Date(now.getTime() + pauseMs(attempts)),
        finishedAt: outcome.kind === 'sent' || over ? now : null,
      },
    })
    await notifyChange(tx, 'alert', delivery.alertId ?? channel.id)
  })
}

async function attempt(
  ctx: Pick<ServiceContext, 'clusters'>,
  channel: { id: string; type: 'webhook' | 'email'; config: unknown; sealedSecret: Uint8Array | null },
  message: ReturnType<typeof composeMessage>,
  options: SendOptions,
): Promise<SendOutcome> {
  try {
    const target = readChannelConfig(channel)
    const secret =
      channel.sealedSecret === null
        ? ''
        : ctx.clusters.secrets.open(channelSecretPlace(channel.id), channel.sealedSecret)
    return target.type === 'webhook'
      ? await sendWebhook(target.config.url, secret, message, options)
      : await sendEmail(target.config, secret, message, options)
  } catch (error) {
    return { kind: 'failed', answer: error instanceof Error ? error.message : String(error) }
  }
}

function pauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
}
