import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import type { AlertMessage } from './alert-message.ts'
import { explainAddress, explainTarget } from './explain-target.ts'
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
  const fault = explainTarget(url)
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
        lookup: checkedLookup(options.allowLoopback),
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
    // A host that is an address is connected to without a lookup.
    const literal = explainHost(target.hostname, options.allowLoopback)
    if (literal) request.destroy(new Error(literal))
    else request.end(body)
  })
}

export function signBody(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

function explainHost(hostname: string, allowLoopback: boolean): string | null {
  const host = hostname.replace(/^\[|\]$/g, '')
  return /^[\d.]+$|:/.test(host) ? explainAddress(host, allowLoopback) : null
}

function checkedLookup(allowLoopback: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const fault = addresses
        .map(({ address }) => explainAddress(address, allowLoopback))
        .find((text) => text !== null)
      if (fault)
        return callback(new Error(`${hostname} leads to a place that alerts are not sent to: ${fault}`), '')
      if (options.all) return callback(null, addresses)
      const [first] = addresses
      return first
        ? callback(null, first.address, first.family)
        : callback(new Error(`${hostname} has no address.`), '')
    })
  }
}
