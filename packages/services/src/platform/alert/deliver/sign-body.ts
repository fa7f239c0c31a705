import { createHmac } from 'node:crypto'

/** The header `X-Frostline-Signature: t=<seconds>,v1=<hex>`: HMAC-SHA256 of `<seconds>.<body>` under the secret. */
export function signBody(body: string, secret: string, sentAt: Date): string {
  const seconds = Math.floor(sentAt.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
