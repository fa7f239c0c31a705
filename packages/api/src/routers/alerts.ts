import {
  acknowledgeAlert,
  acknowledgeAlertInput,
  alertCounts,
  alertList,
  alertRef,
  channelView,
  countAlerts,
  createEmailChannel,
  createEmailChannelInput,
  createSilence,
  createSilenceInput,
  createWebhook,
  createWebhookInput,
  endSilence,
  listAlertRules,
  listAlerts,
  listAlertsInput,
  listChannels,
  listSilences,
  removeChannel,
  ruleView,
  silenceView,
  testChannel,
  updateAlertRule,
  updateEmailChannel,
  updateEmailChannelInput,
  updateRuleInput,
  updateWebhook,
  updateWebhookInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('alerts')
const idOnly = z.object({ id: z.string() })

export const alertsRouter = router({
  list: procedure('viewer')
    .meta(rest('GET', '/alerts', 'List firing or resolved alerts'))
    .input(listAlertsInput)
    .output(alertList)
    .query(({ ctx, input }) => listAlerts(ctx.service, input)),

  counts: procedure('viewer')
    .meta(rest('GET', '/alert-counts', 'Count firing alerts'))
    .input(z.object({}).optional())
    .output(alertCounts)
    .query(({ ctx }) => countAlerts(ctx.service)),

  acknowledge: procedure('operator')
    .meta(rest('POST', '/alerts/{id}/acknowledge', 'Acknowledge an alert'))
    .input(acknowledgeAlertInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => acknowledgeAlert(ctx.service, input)),

  rules: procedure('viewer')
    .meta(rest('GET', '/alert-rules', 'List alert rules and thresholds'))
    .input(z.object({}).optional())
    .output(z.object({ rules: z.array(ruleView) }))
    .query(async ({ ctx }) => ({ rules: await listAlertRules(ctx.service) })),

  updateRule: procedure('admin')
    .meta(rest('PUT', '/alert-rules/{kind}', 'Change a rule'))
    .input(updateRuleInput)
    .output(z.object({ kind: z.string() }))
    .mutation(({ ctx, input }) => updateAlertRule(ctx.service, input)),

  silences: procedure('viewer')
    .meta(rest('GET', '/alert-silences', 'List active silences'))
    .input(z.object({}).optional())
    .output(z.object({ silences: z.array(silenceView) }))
    .query(async ({ ctx }) => ({ silences: await listSilences(ctx.service) })),

  silence: procedure('operator')
    .meta(rest('POST', '/alert-silences', 'Silence notifications for a time'))
    .input(createSilenceInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createSilence(ctx.service, input)),

  endSilence: procedure('operator')
    .meta(rest('DELETE', '/alert-silences/{id}', 'End a silence'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => endSilence(ctx.service, input)),

  channels: procedure('admin')
    .meta(rest('GET', '/alert-channels', 'List alert channels with deliveries'))
    .input(z.object({}).optional())
    .output(z.object({ channels: z.array(channelView) }))
    .query(async ({ ctx }) => ({ channels: await listChannels(ctx.service) })),

  createWebhook: procedure('admin')
    .meta(rest('POST', '/alert-channels/webhooks', 'Add a signed webhook'))
    .input(createWebhookInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createWebhook(ctx.service, input)),

  createEmailChannel: procedure('admin')
    .meta(rest('POST', '/alert-channels/emails', 'Add an SMTP server and receivers'))
    .input(createEmailChannelInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createEmailChannel(ctx.service, input)),

  updateWebhook: procedure('admin')
    .meta(rest('PUT', '/alert-channels/webhooks/{id}', 'Change a webhook'))
    .input(updateWebhookInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateWebhook(ctx.service, input)),

  updateEmailChannel: procedure('admin')
    .meta(rest('PUT', '/alert-channels/emails/{id}', 'Change an email channel'))
    .input(updateEmailChannelInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateEmailChannel(ctx.service, input)),

  testChannel: procedure('admin')
    .meta(rest('POST', '/alert-channels/{id}/test', 'Send a test message'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => testChannel(ctx.service, input)),

  removeChannel: procedure('admin')
    .meta(rest('DELETE', '/alert-channels/{id}', 'Remove a channel'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeChannel(ctx.service, input)),
})
