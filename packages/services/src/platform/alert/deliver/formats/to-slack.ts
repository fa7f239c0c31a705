import { type AlertMessage, messageFacts, messageText } from '../alert-message.ts'
import { cutLine, cutText } from './cut-text.ts'

/** Limits of Block Kit: https://docs.slack.dev/reference/block-kit/blocks */
const HEADER = 150
const TEXT = 3000
const FIELD = 2000

/**
 * The body for a Slack incoming webhook. Names and texts of alerts are in `plain_text` objects, in which `*`, `_` and `~`
 * have no meaning. `&`, `<` and `>` are escaped everywhere, so that `<!channel>` in a name notifies nobody. `block_id`
 * is the same for every attempt.
 */
export function toSlack(message: AlertMessage): object {
  const { subject, text } = messageText(message)
  const facts = messageFacts(message)
  return {
    text: cutLine(subject, TEXT, escapeSlack),
    mrkdwn: false,
    blocks: [
      {
        type: 'header',
        block_id: `frostline-${message.deliveryId}`,
        text: plain(cutLine(subject, HEADER, escapeSlack)),
      },
      { type: 'section', text: plain(cutText(text, TEXT, escapeSlack)) },
      ...(facts.length === 0
        ? []
        : [
            {
              type: 'section',
              fields: facts.map(({ name, value }) => plain(cutLine(`${name}: ${value}`, FIELD, escapeSlack))),
            },
          ]),
      ...link(message),
    ],
  }
}

function plain(text: string): object {
  return { type: 'plain_text', text, emoji: false }
}

/** The only text with markup. The URL holds no name. */
function link({ alert }: AlertMessage): object[] {
  if (!alert) return []
  const element = alert.url
    ? { type: 'mrkdwn', text: `<${escapeUrl(alert.url)}|Open in Frostline>` }
    : plain(`In the console: ${alert.path}`)
  return [{ type: 'context', elements: [element] }]
}

function escapeUrl(url: string): string {
  return url.replace(/[<>|]/g, encodeURIComponent).replaceAll('&', '&amp;')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeSlack(character: string): string {
  return entities[character] ?? character
}
