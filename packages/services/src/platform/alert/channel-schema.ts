import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'
import { alertRef, deliveryView } from './schema.ts'

const port = z.number().int().min(1).max(65_535)
const address = z.url({ protocol: /^https?$/ }).max(2000)
const baseUrl = (service: string, europe: string) =>
  address.default(service).describe(`Base address of the service. ${europe} in Europe.`)

const webhook = z.object({ type: z.literal('webhook'), url: address })
const email = z.object({
  type: z.literal('email'),
  host: z.string().trim().min(1).max(255),
  port,
  tls: z.enum(['implicit', 'starttls', 'none']),
  username: z.string().max(255).default(''),
  from: z.email(),
  to: z.array(z.email()).min(1).max(50),
})
const pagerduty = z.object({
  type: z.literal('pagerduty'),
  baseUrl: baseUrl('https://events.pagerduty.com', 'https://events.eu.pagerduty.com'),
})
const opsgenie = z.object({
  type: z.literal('opsgenie'),
  baseUrl: baseUrl('https://api.opsgenie.com', 'https://api.eu.opsgenie.com'),
})
const slack = z.object({ type: z.literal('slack') })
const teams = z.object({ type: z.literal('teams') })
/** The address of such a channel is its secret. Its host may be shown. */
const host = { host: z.string() }

/** What is stored of a channel beside its secret. */
export const channelSettings = z.discriminatedUnion('type', [
  webhook,
  email,
  slack.extend(host),
  teams.extend(host),
  pagerduty,
  opsgenie,
])
export type ChannelSettings = z.infer<typeof channelSettings>
export type ChannelType = ChannelSettings['type']

const secret = z
  .string()
  .trim()
  .max(2000)
  .default('')
  .describe(
    'webhook: signing secret (HMAC-SHA256), at least 16 characters. email: password of the user. slack, teams: address of the incoming webhook. pagerduty: integration (routing) key. opsgenie: API key. It is never shown again. Empty in a change: the stored one is kept.',
  )
const withSecret = { secret }

const channelName = z.string().trim().min(1).max(100)
const channelInput = z.object({
  name: channelName,
  settings: z.discriminatedUnion('type', [
    webhook.extend(withSecret),
    email.extend(withSecret),
    slack.extend(withSecret),
    teams.extend(withSecret),
    pagerduty.extend(withSecret),
    opsgenie.extend(withSecret),
  ]),
})
export type ChannelSettingsInput = z.infer<typeof channelInput>['settings']

export const createChannelInput = channelInput
export type CreateChannelInput = z.input<typeof createChannelInput>

/** A PUT replaces everything except the secret, which cannot be read back. The type of a channel stays. */
export const updateChannelInput = alertRef.extend({
  ...channelInput.shape,
  enabled: flagInput.default(true).describe('A disabled channel gets no alerts.'),
})
export type UpdateChannelInput = z.input<typeof updateChannelInput>

export const channelView = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['webhook', 'email', 'slack', 'teams', 'pagerduty', 'opsgenie']),
  enabled: z.boolean(),
  hasSecret: z.boolean().describe('A secret is stored. It is never shown.'),
  target: z.string().describe('A host, and the recipients of mails. An admin sees the address of a webhook.'),
  settings: channelSettings.nullable().describe('For admins; null for others.'),
  failure: z
    .object({ answer: z.string(), since: z.date(), final: z.boolean() })
    .nullable()
    .describe(
      'Why the last message was not delivered. Null: it was, or nothing was sent. `final`: it is not retried.',
    ),
  createdBy: z.string(),
  createdAt: z.date(),
  deliveries: z.array(deliveryView).describe('The last ten.'),
})
export type ChannelView = z.infer<typeof channelView>
