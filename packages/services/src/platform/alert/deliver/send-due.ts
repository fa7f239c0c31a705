import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { claimDeliveries, notifyChange } from '@frostline/db'
import { createTransport } from 'nodemailer'
import type { z } from 'zod'
import type { ServiceContext } from '../../base/context.ts'
import { checkedLookup } from '../../net/checked-lookup.ts'
import { explainAddress, explainTarget, loopbackExempt, nothingExempt } from '../../net/explain-address.ts'
import { channelSecretPlace } from '../channels.ts'
import type { emailConfig } from '../schema.ts'
import { type AlertMessage, composeMessage, messageText } from './alert-message.ts'
import { readChannelConfig } from './read-channel-config.ts'

/** `failed` is retried later; `refused` is permanent. */
interface SendOutcome {
  kind: 'sent' | 'failed' | 'refused'
  /** Readable: the response status, or why there was none. */
  answer: string
}

interface SendOptions {
  /** For receivers on the worker's own machine. */
  allowLoopback: boolean
  /** Public address of the console; null: links are paths. */
  publicUrl: string | null
  timeoutMs: number
}

const AT_ONCE = 10
/** Longer than any attempt: after this its worker is dead, and another one sends it with the same id. */
const CLAIM_MS = 60_000
const MOST_ATTEMPTS = 8
const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 15 * 60_000

/**
 * Sends deliveries from the outbox, each by one worker at a time. If a worker dies after the receiver accepted a
 * message and before that was recorded, the message is sent again: receivers recognize it by its delivery id.
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

/**
 * Sends the message by SMTP. The Message-ID is derived from the delivery, so that a repetition after a crash can be
 * recognized.
 */
async function sendEmail(
  config: z.infer<typeof emailConfig>,
  password: string,
  message: AlertMessage,
  options: SendOptions,
): Promise<SendOutcome> {
  try {
    const { address } = await lookup(config.host)
    const fault = explainAddress(address, options.allowLoopback ? loopbackExempt : nothingExempt)
    if (fault) return { kind: 'refused', answer: `${config.host}: ${fault}` }
    const transport = createTransport({
      host: address,
      port: config.port,
      secure: config.tls === 'implicit',
      requireTLS: config.tls === 'starttls',
      ignoreTLS: config.tls === 'none',
      tls: { servername: config.host },
      ...(config.username === '' ? {} : { auth: { user: config.username, pass: password } }),
      connectionTimeout: options.timeoutMs,
      greetingTimeout: options.timeoutMs,
      socketTimeout: options.timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { subject, body } = messageText(message)
    const sent = await transport.sendMail({
      from: config.from,
      to: config.to,
      subject,
      text: body,
      messageId: `<${message.deliveryId}@frostline>`,
      headers: { 'X-Frostline-Delivery': message.deliveryId },
    })
    return { kind: 'sent', answer: sent.response }
  } catch (error) {
    return { kind: 'failed', answer: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * POSTs the message as JSON. `X-Frostline-Signature: t=<seconds>,v1=<hex>` is the HMAC-SHA256 of `<seconds>.<body>`
 * under the channel's secret. Redirects are not followed, and the connection uses the address that was checked, so that
 * a changed DNS name has no effect. Only the status of the response is kept.
 */
async function sendWebhook(
  url: string,
  secret: string,
  message: AlertMessage,
  options: SendOptions,
): Promise<SendOutcome> {
  const exempt = options.allowLoopback ? loopbackExempt : nothingExempt
  const fault = explainTarget(url, exempt)
  if (fault) return { kind: 'refused', answer: fault }
  const body = JSON.stringify(message)
  const seconds = Math.floor(Date.parse(message.sentAt) / 1000)
  const target = new URL(url)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const request = send(
      target,
      {
        method: 'POST',
        agent: false,
        lookup: checkedLookup(exempt),
        signal: AbortSignal.timeout(options.timeoutMs),
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'user-agent': 'Frostline',
          'x-frostline-event': message.event,
          'x-frostline-delivery': message.deliveryId,
          'x-frostline-signature': `t=${seconds},v1=${signBody(secret, seconds, body)}`,
        },
      },
      (response) => {
        const status = response.statusCode ?? 0
        response.resume()
        const answer = `HTTP ${status}`
        resolve(status >= 200 && status < 300 ? { kind: 'sent', answer } : { kind: 'failed', answer })
      },
    )
    request.on('error', (error) => resolve({ kind: 'failed', answer: error.message }))
    request.end(body)
  })
}

function signBody(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}
