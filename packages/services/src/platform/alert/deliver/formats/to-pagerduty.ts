import { type AlertMessage, messageFacts, messageText } from '../alert-message.ts'
import { cutLine, cutText } from './cut-text.ts'

const SUMMARY = 1024
const DETAIL = 4000
const NAME = 255

const actions = {
  fired: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
  test: 'trigger',
} as const

/** The bodies for the PagerDuty Events API v2. A test opens an incident and resolves it. */
export function toPagerduty(message: AlertMessage, routingKey: string): object[] {
  const { event } = message
  const about = { routing_key: routingKey, dedup_key: dedupKey(message) }
  if (event === 'acknowledged' || event === 'resolved') return [{ ...about, event_action: actions[event] }]
  const trigger = { ...about, event_action: actions[event], ...describe(message) }
  return event === 'test' ? [trigger, { ...about, event_action: 'resolve' }] : [trigger]
}

/** The same for every message about an alert, whoever sends it and however often. */
export function dedupKey({ alert, deliveryId }: AlertMessage): string {
  return alert ? `frostline-${alert.id}` : `frostline-test-${deliveryId}`
}

function describe(message: AlertMessage): object {
  const { alert } = message
  const { subject, text } = messageText(message)
  return {
    payload: {
      summary: cutLine(subject, SUMMARY),
      source: cutLine(alert?.nodes[0] ?? alert?.cluster ?? 'Frostline', NAME),
      severity: alert ? (alert.severity === 'critical' ? 'critical' : 'warning') : 'info',
      timestamp: alert?.firedAt ?? message.sentAt,
      ...(alert
        ? {
            component: cutLine(alert.subject, NAME),
            group: cutLine(alert.cluster, NAME),
            class: alert.kind,
          }
        : {}),
      custom_details: {
        Text: cutText(text, DETAIL),
        ...Object.fromEntries(messageFacts(message).map(({ name, value }) => [name, cutLine(value, DETAIL)])),
      },
    },
    client: 'Frostline',
    ...(alert?.url ? { client_url: alert.url, links: [{ href: alert.url, text: 'Open in Frostline' }] } : {}),
  }
}
