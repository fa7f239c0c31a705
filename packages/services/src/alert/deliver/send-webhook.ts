import { createHmac } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { checkedLookup } from '../../net/checked-lookup.ts'
import { explainTarget, loopbackExempt, nothingExempt } from '../../net/explain-address.ts'
import type { AlertMessage } from './alert-message.ts'
import type { SendOptions, SendOutcome } from './send-outcome.ts'

/**
 * POSTs the message as JSON. `X-Frostline-Signature: t=<seconds>,v1=<hex>` is the HMAC-SHA256 of `<seconds>.<body>`
 * under the channel's secret. Redirects are not followed, and the address that was checked is the one that is
 * connected to: a name that leads elsewhere a moment later changes nothing. Of the answer only its status is kept.
 */
export async function sendWebhook(
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
