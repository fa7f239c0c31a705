import { alertKindNames, alertSeverities, builtInAlertKinds } from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'

const kind = z.enum(alertKindNames)
/** `acknowledged`, `silenced` and `maintenance` alerts are firing too, but send no notification. */
const alertStates = ['firing', 'acknowledged', 'silenced', 'maintenance', 'resolved'] as const

export const deliveryView = z.object({
  id: z.string(),
  channelId: z.string(),
  channel: z.string(),
  event: z.string().describe('fired, acknowledged, resolved or test'),
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.number().int(),
  answer: z.string().nullable().describe('Last response of the receiver, or why it could not be reached.'),
  createdAt: z.date(),
  nextAttemptAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})

export const alertView = z.object({
  id: z.string(),
  kind,
  state: z.enum(alertStates),
  severity: z.enum(alertSeverities),
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
  maintenance: z
    .object({ id: z.string(), name: z.string(), until: z.date().nullable() })
    .nullable()
    .describe('The maintenance window that holds back its messages now.'),
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
  firing: z.number().int().describe('Neither acknowledged, nor silenced, nor in maintenance.'),
  critical: z.number().int().describe('Of the firing ones.'),
  acknowledged: z.number().int(),
  silenced: z.number().int(),
  maintenance: z.number().int(),
})
export type AlertCounts = z.infer<typeof alertCounts>

export const alertRef = z.object({ id: z.uuid() })
export const acknowledgeAlertInput = alertRef.extend({ note: z.string().trim().max(1000).default('') })

const builtInKind = z.enum(builtInAlertKinds)

export const ruleView = z.object({
  kind: builtInKind,
  title: z.string(),
  fires: z.string().describe('{threshold} stands for the number.'),
  severity: z.enum(alertSeverities),
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
  kind: builtInKind,
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
