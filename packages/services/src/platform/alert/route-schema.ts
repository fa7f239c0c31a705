import { alertKindNames, alertSeverities } from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'
import { alertRef } from './schema.ts'

const kind = z.enum(alertKindNames)
const severity = z.enum(alertSeverities)

const conditions = {
  severities: z.array(severity).max(2).default([]).describe('Empty: all severities.'),
  clusterIds: z.array(z.uuid()).max(200).default([]).describe('Empty: all clusters.'),
  kinds: z.array(kind).max(alertKindNames.length).default([]).describe('Rules. Empty: all rules.'),
}
const targets = {
  everyChannel: flagInput.default(false).describe('All channels, also those added later.'),
  channelIds: z
    .array(z.uuid())
    .max(100)
    .default([])
    .describe('Empty, without everyChannel: nobody is notified.'),
}
const routeName = z.string().trim().min(1).max(100)

export const createRouteInput = z.object({
  name: routeName,
  ...conditions,
  ...targets,
  continues: flagInput.default(false).describe('Whether the routes after this one are also tried.'),
})
export type CreateRouteInput = z.input<typeof createRouteInput>

export const updateRouteInput = alertRef.extend(createRouteInput.shape)
export type UpdateRouteInput = z.input<typeof updateRouteInput>

export const updateDefaultRouteInput = z.object(targets)
export type UpdateDefaultRouteInput = z.input<typeof updateDefaultRouteInput>

export const moveRouteInput = alertRef.extend({
  position: z.number().int().min(0).max(1000).describe('New place in the list, from 0.'),
})
export type MoveRouteInput = z.input<typeof moveRouteInput>

const routeView = z.object({
  id: z.string(),
  name: z.string(),
  severities: z.array(severity),
  clusterIds: z.array(z.string()),
  clusterNames: z.array(z.string()).describe('Without those of removed clusters.'),
  kinds: z.array(kind),
  everyChannel: z.boolean(),
  channelIds: z.array(z.string()),
  channelNames: z.array(z.string()),
  continues: z.boolean(),
  updatedBy: z.string().nullable(),
  updatedAt: z.date(),
})

export const routeList = z.object({
  routes: z.array(routeView).describe('In the order in which they are tried.'),
  defaultRoute: routeView.describe('For alerts that match no other route.'),
})
export type RouteList = z.infer<typeof routeList>

export const tryRoutesInput = z.object({
  kind,
  severity: severity.optional().describe('Of a custom rule. The others have their own.'),
  cluster: z.string().max(255).describe('Id or slug.'),
})
export type TryRoutesInput = z.input<typeof tryRoutesInput>

export const tryRoutesAnswer = z.object({
  severity,
  routes: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('The routes that match, in their order.'),
  channels: z.array(
    z.object({ id: z.string(), name: z.string(), enabled: z.boolean().describe('False: nothing is sent.') }),
  ),
})
export type TryRoutesAnswer = z.infer<typeof tryRoutesAnswer>
