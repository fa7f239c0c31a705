import {
  acknowledgeAlert,
  acknowledgeAlertInput,
  addAlertNote,
  alertCounts,
  alertHistory,
  alertHistoryInput,
  alertList,
  alertNoteInput,
  alertRef,
  channelView,
  countAlerts,
  createChannel,
  createChannelInput,
  createCustomRule,
  createCustomRuleInput,
  createMaintenance,
  createMaintenanceInput,
  createRoute,
  createRouteInput,
  createSilence,
  createSilenceInput,
  customRuleList,
  endMaintenance,
  endSilence,
  listAlertHistory,
  listAlertNotes,
  listAlertNotesInput,
  listAlertRules,
  listAlerts,
  listAlertsInput,
  listChannels,
  listCustomRules,
  listMaintenance,
  listRoutes,
  listSilences,
  maintenanceView,
  moveRoute,
  moveRouteInput,
  noteList,
  noteRef,
  removeChannel,
  removeCustomRule,
  removeRoute,
  routeList,
  ruleView,
  silenceView,
  testChannel,
  tryCustomRule,
  tryCustomRuleAnswer,
  tryCustomRuleInput,
  tryRoutes,
  tryRoutesAnswer,
  tryRoutesInput,
  updateAlertRule,
  updateChannel,
  updateChannelInput,
  updateCustomRule,
  updateCustomRuleInput,
  updateDefaultRoute,
  updateDefaultRouteInput,
  updateMaintenance,
  updateMaintenanceInput,
  updateRoute,
  updateRouteInput,
  updateRuleInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { clusterOrEverything, everything, listed, oneAlert } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('alerts')
const idOnly = z.object({ id: z.string() })

export const alertsRouter = router({
  list: procedure('viewer', listed)
    .meta(rest('GET', '/alerts', 'List firing or resolved alerts'))
    .input(listAlertsInput)
    .output(alertList)
    .query(({ ctx, input }) => listAlerts(ctx.service, input)),

  counts: procedure('viewer', listed)
    .meta(rest('GET', '/alert-counts', 'Count firing alerts'))
    .input(z.object({}).optional())
    .output(alertCounts)
    .query(({ ctx }) => countAlerts(ctx.service)),

  history: procedure('viewer', listed)
    .meta(rest('GET', '/alert-history', 'List the alerts that fired within a period'))
    .input(alertHistoryInput)
    .output(alertHistory)
    .query(({ ctx, input }) => listAlertHistory(ctx.service, input)),

  acknowledge: procedure('operator', oneAlert)
    .meta(rest('POST', '/alerts/{id}/acknowledge', 'Acknowledge an alert'))
    .input(acknowledgeAlertInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => acknowledgeAlert(ctx.service, input)),

  notes: procedure('viewer', oneAlert)
    .meta(rest('GET', '/alerts/{id}/notes', 'List the notes of an alert, newest first'))
    .input(listAlertNotesInput)
    .output(noteList)
    .query(({ ctx, input }) => listAlertNotes(ctx.service, input)),

  addNote: procedure('operator', oneAlert)
    .meta(rest('POST', '/alerts/{id}/notes', 'Add a note to an alert. Notes cannot be changed or deleted'))
    .input(alertNoteInput)
    .output(noteRef)
    .mutation(({ ctx, input }) => addAlertNote(ctx.service, input)),

  rules: procedure('viewer', listed)
    .meta(rest('GET', '/alert-rules', 'List alert rules and thresholds'))
    .input(z.object({}).optional())
    .output(z.object({ rules: z.array(ruleView) }))
    .query(async ({ ctx }) => ({ rules: await listAlertRules(ctx.service) })),

  updateRule: procedure('admin', everything)
    .meta(rest('PUT', '/alert-rules/{kind}', 'Change a rule'))
    .input(updateRuleInput)
    .output(z.object({ kind: z.string() }))
    .mutation(({ ctx, input }) => updateAlertRule(ctx.service, input)),

  customRules: procedure('viewer', listed)
    .meta(rest('GET', '/custom-alert-rules', 'List custom rules, and the metrics that they can watch'))
    .input(z.object({}).optional())
    .output(customRuleList)
    .query(({ ctx }) => listCustomRules(ctx.service)),

  tryCustomRule: procedure('viewer', clusterOrEverything)
    .meta(rest('GET', '/custom-alert-rules/try', 'Show what a custom rule would say now'))
    .input(tryCustomRuleInput)
    .output(tryCustomRuleAnswer)
    .query(({ ctx, input }) => tryCustomRule(ctx.service, input)),

  createCustomRule: procedure('admin', everything)
    .meta(rest('POST', '/custom-alert-rules', 'Add a custom rule'))
    .input(createCustomRuleInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createCustomRule(ctx.service, input)),

  updateCustomRule: procedure('admin', everything)
    .meta(rest('PUT', '/custom-alert-rules/{id}', 'Change a custom rule'))
    .input(updateCustomRuleInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateCustomRule(ctx.service, input)),

  removeCustomRule: procedure('admin', everything)
    .meta(rest('DELETE', '/custom-alert-rules/{id}', 'Remove a custom rule'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeCustomRule(ctx.service, input)),

  silences: procedure('viewer', listed)
    .meta(rest('GET', '/alert-silences', 'List active silences'))
    .input(z.object({}).optional())
    .output(z.object({ silences: z.array(silenceView) }))
    .query(async ({ ctx }) => ({ silences: await listSilences(ctx.service) })),

  silence: procedure('operator', clusterOrEverything)
    .meta(rest('POST', '/alert-silences', 'Silence notifications for a time'))
    .input(createSilenceInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createSilence(ctx.service, input)),

  endSilence: procedure('operator', everything)
    .meta(rest('DELETE', '/alert-silences/{id}', 'End a silence'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => endSilence(ctx.service, input)),

  channels: procedure('viewer', everything)
    .meta(rest('GET', '/alert-channels', 'List alert channels with deliveries'))
    .input(z.object({}).optional())
    .output(z.object({ channels: z.array(channelView) }))
    .query(async ({ ctx }) => ({ channels: await listChannels(ctx.service) })),

  createChannel: procedure('admin', everything)
    .meta(rest('POST', '/alert-channels', 'Add a channel'))
    .input(createChannelInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createChannel(ctx.service, input)),

  updateChannel: procedure('admin', everything)
    .meta(rest('PUT', '/alert-channels/{id}', 'Change a channel'))
    .input(updateChannelInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateChannel(ctx.service, input)),

  testChannel: procedure('admin', everything)
    .meta(rest('POST', '/alert-channels/{id}/test', 'Send a test message'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => testChannel(ctx.service, input)),

  removeChannel: procedure('admin', everything)
    .meta(rest('DELETE', '/alert-channels/{id}', 'Remove a channel'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeChannel(ctx.service, input)),

  routes: procedure('viewer', everything)
    .meta(rest('GET', '/alert-routes', 'List the routes from alerts to channels'))
    .input(z.object({}).optional())
    .output(routeList)
    .query(({ ctx }) => listRoutes(ctx.service)),

  tryRoutes: procedure('viewer', everything)
    .meta(rest('GET', '/alert-routes/try', 'Show where an alert would be sent'))
    .input(tryRoutesInput)
    .output(tryRoutesAnswer)
    .query(({ ctx, input }) => tryRoutes(ctx.service, input)),

  createRoute: procedure('admin', everything)
    .meta(rest('POST', '/alert-routes', 'Add a route'))
    .input(createRouteInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createRoute(ctx.service, input)),

  updateRoute: procedure('admin', everything)
    .meta(rest('PUT', '/alert-routes/{id}', 'Change a route'))
    .input(updateRouteInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateRoute(ctx.service, input)),

  updateDefaultRoute: procedure('admin', everything)
    .meta(rest('PUT', '/alert-default-route', 'Change where alerts go that match no route'))
    .input(updateDefaultRouteInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateDefaultRoute(ctx.service, input)),

  moveRoute: procedure('admin', everything)
    .meta(rest('POST', '/alert-routes/{id}/move', 'Move a route to another place in the order'))
    .input(moveRouteInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => moveRoute(ctx.service, input)),

  removeRoute: procedure('admin', everything)
    .meta(rest('DELETE', '/alert-routes/{id}', 'Remove a route'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => removeRoute(ctx.service, input)),

  maintenance: procedure('viewer', everything)
    .meta(rest('GET', '/maintenance-windows', 'List maintenance windows'))
    .input(z.object({}).optional())
    .output(z.object({ windows: z.array(maintenanceView) }))
    .query(async ({ ctx }) => ({ windows: await listMaintenance(ctx.service) })),

  createMaintenance: procedure('operator', everything)
    .meta(rest('POST', '/maintenance-windows', 'Add a maintenance window, once or weekly'))
    .input(createMaintenanceInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => createMaintenance(ctx.service, input)),

  updateMaintenance: procedure('operator', everything)
    .meta(rest('PUT', '/maintenance-windows/{id}', 'Change a maintenance window that has not ended'))
    .input(updateMaintenanceInput)
    .output(idOnly)
    .mutation(({ ctx, input }) => updateMaintenance(ctx.service, input)),

  endMaintenance: procedure('operator', everything)
    .meta(rest('DELETE', '/maintenance-windows/{id}', 'End or cancel a maintenance window'))
    .input(alertRef)
    .output(idOnly)
    .mutation(({ ctx, input }) => endMaintenance(ctx.service, input)),
})
