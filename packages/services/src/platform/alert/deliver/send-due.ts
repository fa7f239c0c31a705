import { claimDeliveries, notifyChange } from '@frostline/db'
import type { ServiceContext } from '../../base/context.ts'
import { explainTarget, loopbackExempt, nothingExempt } from '../../net/explain-address.ts'
import { explainSecureTarget } from '../../net/explain-secure-target.ts'
import type { ChannelType } from '../channel-schema.ts'
import { channelSecretPlace, readChannelSettings } from '../channel-settings.ts'
import { composeMessage } from './alert-message.ts'
import { composeRequests } from './compose-requests.ts'
import { cutText } from './formats/cut-text.ts'
import { postRequest } from './post-request.ts'
import { sendEmail } from './send-email.ts'
import type { SendOptions, SendOutcome } from './send-outcome.ts'

const AT_ONCE = 10
/** Longer than any attempt: after this its worker is dead, and another one sends it with the same id. */
const CLAIM_MS = 60_000
/** About three hours, with the pauses between them. */
const MAX_ATTEMPTS = 18
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 15 * 60_000
const LONGEST_ANSWER = 300

/**
 * Sends deliveries from the outbox, each by one worker at a time. If a worker dies after the receiver accepted a
 * message and before that was recorded, the message is sent again: receivers recognize it by its delivery id, and
 * services for people on call by the key of its alert.
 * @returns how many were attempted.
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
  // Its channel has just been removed.
  if (!delivery) return
  const { channel, alert, attempts } = delivery
  const message = composeMessage(delivery, alert, options.publicUrl, ctx.now())
  const outcome = await attempt(ctx, channel, message, options)
  const over = outcome.kind === 'refused' || (outcome.kind === 'failed' && attempts >= MAX_ATTEMPTS)
  const now = ctx.now()
  await ctx.db.$transaction(async (tx) => {
    await tx.alertDelivery.updateMany({
      where: { id, attempts },
      data: {
        status: outcome.kind === 'sent' ? 'sent' : over ? 'failed' : 'waiting',
        answer: cutText(outcome.answer, LONGEST_ANSWER),
        claimedUntil: null,
        nextAttemptAt: new Date(now.getTime() + Math.max(pauseMs(attempts), outcome.retryAfterMs ?? 0)),
        finishedAt: outcome.kind === 'sent' || over ? now : null,
      },
    })
    await notifyChange(tx, 'alert', delivery.alertId ?? channel.id)
  })
}

async function attempt(
  ctx: Pick<ServiceContext, 'clusters'>,
  channel: { id: string; type: ChannelType; config: unknown; sealedSecret: Uint8Array | null },
  message: ReturnType<typeof composeMessage>,
  options: SendOptions,
): Promise<SendOutcome> {
  let secret = ''
  try {
    const settings = readChannelSettings(channel)
    if (channel.sealedSecret !== null)
      secret = ctx.clusters.secrets.open(channelSecretPlace(channel.id), channel.sealedSecret)
    if (settings.type === 'email') return await sendEmail(settings, secret, message, options)
    const exempt = options.allowLoopback ? loopbackExempt : nothingExempt
    const explain = settings.type === 'webhook' ? explainTarget : explainSecureTarget
    let outcome: SendOutcome = { kind: 'sent', answer: '' }
    for (const request of composeRequests(settings, secret, message)) {
      const fault = explain(request.url, exempt)
      if (fault) return { kind: 'refused', answer: fault }
      outcome = hideSecret(await postRequest(request, options, settings.type !== 'webhook'), secret)
      if (outcome.kind !== 'sent') return outcome
    }
    return outcome
  } catch (error) {
    return hideSecret(
      { kind: 'failed', answer: error instanceof Error ? error.message : String(error) },
      secret,
    )
  }
}

/** A service may repeat in its response what it was sent. */
function hideSecret(outcome: SendOutcome, secret: string): SendOutcome {
  if (secret === '') return outcome
  const hidden = [secret, ...(URL.canParse(secret) ? [new URL(secret).pathname] : [])].filter(
    (text) => text.length > 3,
  )
  return { ...outcome, answer: hidden.reduce((answer, text) => answer.replaceAll(text, '…'), outcome.answer) }
}

function pauseMs(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
}
