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
import { router } from '../trpc.ts'

const tags = ['alerts']
const idOnly = z.object({ id: z.string() })

export const alertsRouter = router({
  list: procedure('viewer')
    .meta({
      openapi: { method: 'GET', path: '/alerts', tags, summary: 'List firing or resolved alerts' },
    })
    .input(listAlertsInput)
    .output(alertList)
    .query(({ ctx, input }) => listAlerts(ctx.service, input)),

  counts: procedure('viewer')
    .meta({ openapi: { method: 'GET', path: '/alert-counts', tags, summary: 'Count firing alerts' } })
    .input(z.object({}).optional())
    .output(alertCounts)
    .query(({ ctx }) => countAlerts(ctx.service)),

  acknowledge: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: '/alerts/{id}/acknowledge',
        tags,
        summary: 'Acknowledge an alert',
      },
    })
    .input(acknowledgeAlertInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => acknowledgeAlert(ctx.service, input)),

  rules: procedure('viewer')
    .meta({
      openapi: {
        method: 'GET',
        path: '/alert-rules',
        tags,
        summary: 'List alert rules and thresholds',
      },
    })
    .input(z.object({}).optional())
    .output(z.object({ rules: z.array(ruleView) }))
    .query(async ({ ctx }) => ({ rules: await listAlertRules(ctx.service) })),

  updateRule: procedure('admin')
    .meta({ openapi: { method: 'PUT', path: '/alert-rules/{kind}', tags, summary: 'Change a rule' } })
    .input(updateRuleInput)
    .output(z.object({ kind: z.string() }))
    .mutation(({ ctx, input }) => updateAlertRule(ctx.service, input)),

  silences: procedure('viewer')
    .meta({ openapi: { method: 'GET', path: '/alert-silences', tags, summary: 'Silences in force' } })
    .input(z.object({}).optional())
    .output(z.object({ silences: z.array(silenceView) }))
    .query(async ({ ctx }) => ({ silences: await listSilences(ctx.service) })),

  silence: procedure('operator')
    .meta({
      openapi: {
        method: 'POST',
        path: '/alert-silences',
        tags,
        summary: 'Silence notifications for a time',
      },
    })
    .input(createSilenceInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createSilence(ctx.service, input)),

  endSilence: procedure('operator')
    .meta({ openapi: { method: 'DELETE', path: '/alert-silences/{id}', tags, summary: 'End a silence' } })
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => endSilence(ctx.service, input)),

  channels: procedure('admin')
    .meta({
      openapi: {
        method: 'GET',
        path: '/alert-channels',
        tags,
        summary: 'List alert channels with deliveries',
      },
    })
    .input(z.object({}).optional())
    .output(z.object({ channels: z.array(channelView) }))
    .query(async ({ ctx }) => ({ channels: await listChannels(ctx.service) })),

  createWebhook: procedure('admin')
    .meta({
      openapi: { method: 'POST', path: '/alert-channels/webhooks', tags, summary: 'Add a signed webhook' },
    })
    .input(createWebhookInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createWebhook(ctx.service, input)),

  createEmailChannel: procedure('admin')
    .meta({
      openapi: {
        method: 'POST',
        path: '/alert-channels/emails',
        tags,
        summary: 'Add an SMTP server and receivers',
      },
    })
    .input(createEmailChannelInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createEmailChannel(ctx.service, input)),

  updateWebhook: procedure('admin')
    .meta({
      openapi: { method: 'PUT', path: '/alert-channels/webhooks/{id}', tags, summary: 'Change a webhook' },
    })
    .input(updateWebhookInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateWebhook(ctx.service, input)),

  updateEmailChannel: procedure('admin')
    .meta({
      openapi: {
        method: 'PUT',
        path: '/alert-channels/emails/{id}',
        tags,
        summary: 'Change an email channel',
      },
    })
    .input(updateEmailChannelInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateEmailChannel(ctx.service, input)),

  testChannel: procedure('admin')
    .meta({
      openapi: { method: 'POST', path: '/alert-channels/{id}/test', tags, summary: 'Send a test message' },
    })
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => testChannel(ctx.service, input)),

  removeChannel: procedure('admin')
    .meta({ openapi: { method: 'DELETE', path: '/alert-channels/{id}', tags, summary: 'Remove a channel' } })
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeChannel(ctx.service, input)),
})
