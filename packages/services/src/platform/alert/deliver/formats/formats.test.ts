import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { AlertMessage } from '../alert-message.ts'
import { cutLine, cutText } from './cut-text.ts'
import { arbitraryMessage } from './testing/arbitrary-message.ts'
import { toOpsgenie } from './to-opsgenie.ts'
import { toPagerduty } from './to-pagerduty.ts'
import { toSlack } from './to-slack.ts'
import { toTeams } from './to-teams.ts'

function readSchema(service: string) {
  const file = new URL(`testing/${service}.schema.json`, import.meta.url)
  return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8')))
}

const schemas = {
  slack: readSchema('slack'),
  teams: readSchema('teams'),
  pagerduty: readSchema('pagerduty'),
  opsgenie: readSchema('opsgenie'),
}

/** Every text of a body, with the name of its property. */
function listTexts(body: unknown, name = ''): { name: string; text: string; within: unknown }[] {
  const found: { name: string; text: string; within: unknown }[] = []
  const walk = (value: unknown, at: string, within: unknown) => {
    if (typeof value === 'string') found.push({ name: at, text: value, within })
    else if (value !== null && typeof value === 'object')
      for (const [key, each] of Object.entries(value)) walk(each, key, value)
  }
  walk(body, name, null)
  return found
}

const formats: [keyof typeof schemas, (message: AlertMessage) => unknown[]][] = [
  ['slack', (message) => [toSlack(message)]],
  ['teams', (message) => [toTeams(message)]],
  ['pagerduty', (message) => toPagerduty(message, 'routing-key-of-a-service')],
  ['opsgenie', (message) => toOpsgenie(message).map(({ body }) => body)],
]

describe.each(formats)('a message for %s', (service, format) => {
  it('has the wire format of the service, whatever names and texts are in it', () => {
    fc.assert(
      fc.property(arbitraryMessage, (message) => {
        for (const body of format(message)) {
          const { error } = schemas[service].safeParse(JSON.parse(JSON.stringify(body)))
          expect(error).toBe(undefined)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('holds no half of a surrogate pair', () => {
    fc.assert(
      fc.property(arbitraryMessage, (message) => {
        expect(JSON.stringify(format(message))).not.toMatch(/\\u[dD][89a-fA-F]/)
      }),
      { numRuns: 200 },
    )
  })

  it('does not fit the schema when a limit is broken', () => {
    const long = 'x'.repeat(60_000)
    const broken = {
      slack: { text: 'x', blocks: [{ type: 'section', text: { type: 'plain_text', text: long } }] },
      teams: { type: 'message', attachments: [{ contentType: 'text/plain', contentUrl: null, content: {} }] },
      pagerduty: {
        ...{ routing_key: 'k', event_action: 'trigger' },
        payload: { summary: long, source: 's', severity: 'critical' },
      },
      opsgenie: { message: long },
    }[service]
    expect(schemas[service].safeParse(broken).success).toBe(false)
  })
})

it('a Slack message has no markup of a name: no mention, no link, no formatting', () => {
  fc.assert(
    fc.property(arbitraryMessage, (message) => {
      const body = toSlack(message)
      expect(body).toMatchObject({ mrkdwn: false })
      for (const { text, within } of listTexts(body)) {
        const isOurLink = within !== null && (within as { type?: string }).type === 'mrkdwn'
        if (isOurLink)
          expect([
            'mrkdwn',
            '<https://frostline.example.com/console/alerts?alert=1|Open in Frostline>',
          ]).toContain(text)
        else expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
      }
    }),
  )
})

it('a Teams message keeps within 28 KB, and has no text that is read as Markdown', () => {
  fc.assert(
    fc.property(arbitraryMessage, (message) => {
      const json = JSON.stringify(toTeams(message))
      expect(Buffer.byteLength(json)).toBeLessThan(21_000)
      expect(json).not.toContain('TextBlock"}')
      expect(json).not.toContain('"type":"TextBlock"')
    }),
  )
})

it('an Opsgenie alert has details of at most 8000 characters, and opens no tag', () => {
  fc.assert(
    fc.property(arbitraryMessage, (message) => {
      for (const { body } of toOpsgenie(message)) {
        const { details = {} } = body as { details?: Record<string, string> }
        expect(Object.entries(details).flat().join('').length).toBeLessThanOrEqual(8000)
        expect(JSON.stringify(body)).not.toContain('<')
      }
    }),
  )
})

describe('a service for people on call', () => {
  const alert = {
    ...{ id: 'a1', kind: 'late-parts', cluster: 'east', subject: 'shop.orders', title: 'Parts are late' },
    ...{ text: 'Late.', nodes: ['n1'], firedAt: '2026-11-25T05:00:00.000Z', resolvedAt: null },
    ...{
      acknowledgedBy: 'ann',
      note: 'On it',
      path: '/alerts?alert=a1',
      url: 'https://f.example.com/alerts?alert=a1',
    },
  }
  const message = (event: AlertMessage['event'], severity = 'critical'): AlertMessage => ({
    ...{ deliveryId: 'd1', event, sentAt: '2026-11-25T05:00:01.000Z' },
    alert: event === 'test' ? null : { ...alert, severity },
  })

  it('gets one key for all messages about an alert', () => {
    const keys = (['fired', 'acknowledged', 'resolved'] as const).map((event) =>
      toPagerduty(message(event), 'k'),
    )
    expect(keys).toMatchObject([
      [{ event_action: 'trigger', dedup_key: 'frostline-a1' }],
      [{ event_action: 'acknowledge', dedup_key: 'frostline-a1' }],
      [{ event_action: 'resolve', dedup_key: 'frostline-a1' }],
    ])
    expect(toOpsgenie(message('fired'))).toMatchObject([
      { path: '/v2/alerts', body: { alias: 'frostline-a1' } },
    ])
    expect(toOpsgenie(message('acknowledged'))).toMatchObject([
      {
        path: '/v2/alerts/frostline-a1/acknowledge?identifierType=alias',
        body: { user: 'ann', note: 'On it' },
      },
    ])
    expect(toOpsgenie(message('resolved'))).toMatchObject([
      { path: '/v2/alerts/frostline-a1/close?identifierType=alias' },
    ])
  })

  it('gets the severity, and a link', () => {
    expect(toPagerduty(message('fired'), 'k')).toMatchObject([
      {
        payload: { severity: 'critical', source: 'n1', component: 'shop.orders' },
        links: [{ href: alert.url }],
      },
    ])
    expect(toPagerduty(message('fired', 'warning'), 'k')).toMatchObject([
      { payload: { severity: 'warning' } },
    ])
    expect(toOpsgenie(message('fired', 'warning'))).toMatchObject([{ body: { priority: 'P3' } }])
  })

  it('has nothing left open after a test', () => {
    expect(toPagerduty(message('test'), 'k')).toMatchObject([
      { event_action: 'trigger', dedup_key: 'frostline-test-d1', payload: { severity: 'info' } },
      { event_action: 'resolve', dedup_key: 'frostline-test-d1' },
    ])
    expect(toOpsgenie(message('test')).map(({ path }) => path)).toEqual([
      '/v2/alerts',
      '/v2/alerts/frostline-test-d1/close?identifierType=alias',
    ])
  })
})

describe('a text that is cut', () => {
  const escapeOne = (character: string) => (character === '<' ? '&lt;' : character)

  it('keeps its limit, its characters and its escapes', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.integer({ min: 1, max: 40 }),
        (text, limit) => {
          const cut = cutText(text, limit, escapeOne)
          expect(cut.length).toBeLessThanOrEqual(limit)
          const whole = Array.from(text, escapeOne).join('')
          if (whole.length <= limit) expect(cut).toBe(whole)
          else {
            expect(cut.endsWith('…')).toBe(true)
            const kept = cut.slice(0, -1).replaceAll('&lt;', '<')
            expect(text.startsWith(kept)).toBe(true)
            expect(cut).not.toMatch(/\p{Surrogate}/u)
          }
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('is one line where a service wants one', () => {
    expect(cutLine('a\r\nb\u0000c', 10)).toBe('a b c')
    expect(cutLine(' \n', 10)).toBe('–')
  })
})
