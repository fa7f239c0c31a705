import { type AlertMessage, messageFacts, messageText } from '../alert-message.ts'
import { cutLine, cutText } from './cut-text.ts'
import { dedupKey } from './to-pagerduty.ts'

/** Limits of the Alert API: https://docs.opsgenie.com/docs/alert-api */
const MESSAGE = 130
const DESCRIPTION = 15_000
const ENTITY = 512
const TAG = 50
const DETAIL = 1500
const NOTE = 25_000
const USER = 100

interface OpsgenieCall {
  /** Below the base address. */
  path: string
  body: object
}

/** The calls of the Opsgenie Alert API. A test opens an alert and closes it. */
export function toOpsgenie(message: AlertMessage): OpsgenieCall[] {
  const by = { source: 'Frostline', user: 'Frostline' }
  const alias = dedupKey(message)
  const act = (verb: 'close' | 'acknowledge', body: object): OpsgenieCall => ({
    path: `/v2/alerts/${encodeURIComponent(alias)}/${verb}?identifierType=alias`,
    body,
  })
  const create = (): OpsgenieCall => ({ path: '/v2/alerts', body: describe(message, alias) })
  switch (message.event) {
    case 'fired':
      return [create()]
    case 'test':
      return [create(), act('close', { ...by, note: 'A test of the channel.' })]
    case 'acknowledged':
      return [
        act('acknowledge', {
          ...by,
          user: cutLine(message.alert?.acknowledgedBy ?? 'Frostline', USER, escapeMarkup),
          note: cutText(message.alert?.note ?? '', NOTE, escapeMarkup),
        }),
      ]
    case 'resolved':
      return [act('close', { ...by, note: 'Resolved.' })]
  }
}

function describe(message: AlertMessage, alias: string): object {
  const { alert } = message
  const { subject, text } = messageText(message)
  return {
    message: cutLine(subject, MESSAGE, escapeMarkup),
    alias,
    description: cutText(alert?.url ? `${text}\n\n${alert.url}` : text, DESCRIPTION, escapeMarkup),
    priority: alert ? (alert.severity === 'critical' ? 'P1' : 'P3') : 'P5',
    source: 'Frostline',
    tags: ['frostline', ...(alert ? [cutLine(alert.kind, TAG)] : [])],
    ...(alert ? { entity: cutLine(alert.subject, ENTITY, escapeMarkup) } : {}),
    details: Object.fromEntries(
      messageFacts(message).map(({ name, value }) => [name, cutLine(value, DETAIL, escapeMarkup)]),
    ),
  }
}

/** Opsgenie shows HTML in these fields. It has no escape for it, so a name cannot open a tag. */
function escapeMarkup(character: string): string {
  return character === '<' ? '‹' : character
}
