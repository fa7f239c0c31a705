import { alertKindNames } from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'

const kind = z.enum(alertKindNames)
/** `acknowledged` and `silenced` alerts are firing too, but send no notification. */
const alertStates = ['firing', 'acknowledged', 'silenced', 'resolved'] as const

export const deliveryView = z.object({
  id: z.string(),
  channelId: z.string(),
  channel: z.string(),
  event: z.string().describe('fired, resolved or test'),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number().int(),
  answer: z.string().nullable().describe('Last response of the receiver, or why it could not be reached.'),
  createdAt: z.date(),
  nextAttemptAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})

const alertView = z.object({
  id: z.string(),
  kind,
  state: z.enum(alertStates),
  severity: z.enum(['warning', 'critical']),
  clusterSlug: z.string(),
  clusterName: z.string(),
  subject: z.string(),
  title: z.string(),
  text: z.string(),
  nodes: z.array(z.string()),
  evidence: z.array(z.object({ node: z.string().nullable(), sql: z.string() })),
  database: z.string().nullable(),
  table: z.string().nullable(),
  migrationId: z.string().nullable(),
  exitId: z.string().nullable().describe('Of an exit from zero-copy replication.'),
  firedAt: z.date(),
  lastSeenAt: z.date(),
  resolvedAt: z.date().nullable(),
  notifiedAt: z.date().nullable().describe('When it was sent to the channels. Null: not sent.'),
  acknowledgedAt: z.date().nullable(),
  acknowledgedBy: z.string().nullable(),
  note: z.string().nullable(),
  silencedUntil: z.date().nullable(),
  deliveries: z.array(deliveryView),
})
export type AlertView = z.infer<typeof alertView>

export const listAlertsInput = z.object({
  state: z.enum(['open', 'resolved']).default('open'),
  cluster: z.string().max(255).optional().describe('Id or slug.'),
  limit: z.coerce.number().int().min(1).max(500).default(200),
})
export type ListAlertsInput = z.input<typeof listAlertsInput>

export const alertList = z.object({
  evaluatedAt: z.date().nullable().describe('When a worker last checked the clusters. Null: never.'),
  alerts: z.array(alertView),
})
export type AlertList = z.infer<typeof alertList>

export const alertCounts = z.object({
  firing: z.number().int().describe('Neither acknowledged nor silenced.'),
  critical: z.number().int().describe('Of the firing ones.'),
  acknowledged: z.number().int(),
  silenced: z.number().int(),
})
export type AlertCounts = z.infer<typeof alertCounts>

export const alertRef = z.object({ id: z.uuid() })
export const acknowledgeAlertInput = alertRef.extend({ note: z.string().trim().max(1000).default('') })

export const ruleView = z.object({
  kind,
  title: z.string(),
  fires: z.string().describe('{threshold} stands for the number.'),
  severity: z.enum(['warning', 'critical']),
  threshold: z.number(),
  thresholdLabel: z.string().nullable().describe('Null: the rule has no number.'),
  unit: z.string().nullable(),
  enabled: z.boolean(),
  holdSeconds: z.number().int().describe('Time that the condition must hold before the alert fires.'),
  clearSeconds: z.number().int().describe('Time without the condition before the alert resolves.'),
  changedBy: z.string().nullable().describe('Null: default.'),
  changedAt: z.date().nullable(),
})
export type RuleView = z.infer<typeof ruleView>

export const updateRuleInput = z.object({
  kind,
  enabled: flagInput,
  threshold: z.number().max(1e15),
  holdSeconds: z.number().int().min(0).max(86_400),
  clearSeconds: z.number().int().min(0).max(86_400),
})
export type UpdateRuleInput = z.input<typeof updateRuleInput>

export const silenceView = z.object({
  id: z.string(),
  clusterName: z.string().nullable().describe('Null: all clusters.'),
  kind: kind.nullable().describe('Null: all rules.'),
  subject: z.string().nullable(),
  until: z.date(),
  reason: z.string(),
  createdBy: z.string(),
  createdAt: z.date(),
})
export type SilenceView = z.infer<typeof silenceView>

export const createSilenceInput = z.object({
  cluster: z.string().max(255).nullable().default(null),
  kind: kind.nullable().default(null),
  subject: z.string().max(500).nullable().default(null),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(90 * 24 * 60),
  reason: z.string().trim().min(1, 'Reason of the silence.').max(500),
})
export type CreateSilenceInput = z.input<typeof createSilenceInput>

const port = z.number().int().min(1).max(65_535)
export const webhookConfig = z.object({ url: z.url({ protocol: /^https?$/ }).max(2000) })
export const emailConfig = z.object({
  host: z.string().trim().min(1).max(255),
  port,
  tls: z.enum(['implicit', 'starttls', 'none']),
  username: z.string().max(255).default(''),
  from: z.email(),
  to: z.array(z.email()).min(1).max(50),
})

const signingSecret = z.string().min(16, 'At least 16 characters.').max(500)
const channelName = z.string().trim().min(1).max(100)
export const createWebhookInput = z.object({
  name: channelName,
  ...webhookConfig.shape,
  secret: signingSecret.describe('Signs each request (HMAC-SHA256).'),
})
export type CreateWebhookInput = z.input<typeof createWebhookInput>

/** A PUT replaces everything except the secret, which cannot be read back. */
export const updateWebhookInput = alertRef.extend({
  name: channelName,
  ...webhookConfig.shape,
  secret: z
    .string()
    .max(500)
    .refine((secret) => secret === '' || signingSecret.safeParse(secret).success, 'At least 16 characters.')
    .default('')
    .describe('Empty: the stored one is kept.'),
  enabled: flagInput.default(true).describe('A disabled channel gets no alerts.'),
})
export type UpdateWebhookInput = z.input<typeof updateWebhookInput>

export const createEmailChannelInput = z.object({
  name: channelName,
  ...emailConfig.shape,
  password: z.string().max(500).default('').describe('User of the SMTP account. Empty: no authentication.'),
})
export type CreateEmailChannelInput = z.input<typeof createEmailChannelInput>

export const updateEmailChannelInput = alertRef.extend({
  name: channelName,
  ...emailConfig.shape,
  password: z
    .string()
    .max(500)
    .default('')
    .describe('Empty: the stored one is kept, unless the server changes. Deleted if there is no user.'),
  enabled: flagInput.default(true).describe('A disabled channel gets no alerts.'),
})
export type UpdateEmailChannelInput = z.input<typeof updateEmailChannelInput>

const channelFacts = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  hasSecret: z.boolean().describe('A signing secret or a password is stored. It is never shown.'),
  target: z.string().describe('A URL, or a host and the recipients.'),
  createdBy: z.string(),
  createdAt: z.date(),
  deliveries: z.array(deliveryView).describe('The last ten.'),
})
export const channelView = z.discriminatedUnion('type', [
  channelFacts.extend({ type: z.literal('webhook'), config: webhookConfig }),
  channelFacts.extend({ type: z.literal('email'), config: emailConfig }),
])
export type ChannelView = z.infer<typeof channelView>
