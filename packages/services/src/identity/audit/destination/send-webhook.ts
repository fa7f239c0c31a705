import { auditLine, type ChainedEntry } from '@frostline/domain'
import { postRequest } from '../../../platform/alert/deliver/post-request.ts'
import { signBody } from '../../../platform/alert/deliver/sign-body.ts'
import { loopbackExempt, nothingExempt } from '../../../platform/net/explain-address.ts'
import { explainSecureTarget } from '../../../platform/net/explain-secure-target.ts'
import type { ShipOptions, ShipOutcome } from './ship-outcome.ts'

interface Webhook {
  url: string
  secret: string
}

/** One POST of JSON lines. Its numbers tell a receiver that a batch is repeated. */
export function sendWebhook(
  webhook: Webhook,
  entries: readonly ChainedEntry[],
  now: Date,
  options: ShipOptions,
): Promise<ShipOutcome> {
  const body = entries.map((entry) => `${auditLine(entry)}\n`).join('')
  const [first, last] = [entries[0]?.sequence, entries.at(-1)?.sequence]
  return post(
    webhook,
    body,
    { 'x-frostline-event': 'audit', 'x-frostline-sequence': `${first}-${last}` },
    now,
    options,
  )
}

export function testWebhook(webhook: Webhook, now: Date, options: ShipOptions): Promise<ShipOutcome> {
  const body = `${JSON.stringify({ version: 1, test: true })}\n`
  return post(webhook, body, { 'x-frostline-event': 'test' }, now, options)
}

async function post(
  { url, secret }: Webhook,
  body: string,
  headers: Record<string, string>,
  now: Date,
  { allowLoopback, timeoutMs }: ShipOptions,
): Promise<ShipOutcome> {
  const fault = explainSecureTarget(url, allowLoopback ? loopbackExempt : nothingExempt)
  if (fault) return { kind: 'failed', text: fault }
  const signature = signBody(body, secret, now)
  const outcome = await postRequest(
    {
      url,
      body,
      headers: { 'content-type': 'application/x-ndjson', 'x-frostline-signature': signature, ...headers },
    },
    { allowLoopback, publicUrl: null, timeoutMs },
    false,
  )
  if (outcome.kind === 'sent') return { kind: 'sent' }
  return { kind: 'failed', text: outcome.answer, retryAfterMs: outcome.retryAfterMs }
}
