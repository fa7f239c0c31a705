import type { ChannelSettings } from '../channel-schema.ts'
import type { AlertMessage } from './alert-message.ts'
import { toOpsgenie } from './formats/to-opsgenie.ts'
import { toPagerduty } from './formats/to-pagerduty.ts'
import { toSlack } from './formats/to-slack.ts'
import { toTeams } from './formats/to-teams.ts'
import { signBody } from './sign-body.ts'

/** A POST of JSON. */
export interface PostRequest {
  url: string
  body: string
  headers: Record<string, string>
}

/**
 * The requests that deliver a message over HTTP, one after the other.
 * @param secret of the channel. For Slack and Teams it is the address.
 */
export function composeRequests(
  settings: Exclude<ChannelSettings, { type: 'email' }>,
  secret: string,
  message: AlertMessage,
): PostRequest[] {
  const post = (url: string, body: object, headers: Record<string, string> = {}): PostRequest => ({
    url,
    body: JSON.stringify(body),
    headers: { 'x-frostline-delivery': message.deliveryId, ...headers },
  })
  switch (settings.type) {
    case 'webhook':
      return [
        sign(post(settings.url, message, { 'x-frostline-event': message.event }), secret, message.sentAt),
      ]
    case 'slack':
      return [post(secret, toSlack(message))]
    case 'teams':
      return [post(secret, toTeams(message))]
    case 'pagerduty':
      return toPagerduty(message, secret).map((body) => post(`${base(settings.baseUrl)}/v2/enqueue`, body))
    case 'opsgenie':
      return toOpsgenie(message).map(({ path, body }) =>
        post(`${base(settings.baseUrl)}${path}`, body, { authorization: `GenieKey ${secret}` }),
      )
  }
}

function base(url: string): string {
  return url.replace(/\/+$/, '')
}

function sign(request: PostRequest, secret: string, sentAt: string): PostRequest {
  const signature = signBody(request.body, secret, new Date(sentAt))
  return { ...request, headers: { ...request.headers, 'x-frostline-signature': signature } }
}
