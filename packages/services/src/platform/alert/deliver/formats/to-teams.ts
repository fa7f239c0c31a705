import { type AlertMessage, messageFacts, messageText } from '../alert-message.ts'
import { cutLine, cutText } from './cut-text.ts'

/** In UTF-16 units, each at most 6 bytes of JSON: together below 21 KB, at which some tenants already refuse a message. */
const SUBJECT = 250
const TEXT = 2200
const FACT = 150

/**
 * The body for a Microsoft Teams workflow that posts a card ("When a Teams webhook request is received"): a message with
 * one Adaptive Card 1.4. Names and texts are in text runs, which have no Markdown, unlike text blocks.
 */
export function toTeams(message: AlertMessage): object {
  const { subject, text } = messageText(message)
  const url = message.alert?.url
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            paragraph(cutLine(subject, SUBJECT), {
              size: 'Medium',
              weight: 'Bolder',
              color: colorOf(message),
            }),
            paragraph(cutText(text, TEXT)),
            ...messageFacts(message).map(({ name, value }) =>
              paragraph(cutLine(`${name}: ${value}`, FACT), { isSubtle: true, size: 'Small' }),
            ),
          ],
          ...(url ? { actions: [{ type: 'Action.OpenUrl', title: 'Open in Frostline', url }] } : {}),
          msteams: { width: 'Full' },
        },
      },
    ],
  }
}

function paragraph(text: string, look: object = {}): object {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...look }] }
}

function colorOf({ event, alert }: AlertMessage): string {
  if (event === 'resolved') return 'Good'
  if (!alert) return 'Accent'
  return alert.severity === 'critical' ? 'Attention' : 'Warning'
}
