import { alertKindNames, timeWindowInput } from '@frostline/domain'
import { z } from 'zod'
import { alertRef } from './schema.ts'

const kind = z.enum(alertKindNames)

const conditions = {
  clusterIds: z.array(z.uuid()).max(200).default([]).describe('Empty: all clusters.'),
  nodes: z
    .array(z.string().trim().min(1).max(255))
    .max(200)
    .default([])
    .describe(
      'Names of nodes of the one cluster. An alert that other nodes show too is sent. Empty: all nodes.',
    ),
  kinds: z.array(kind).max(alertKindNames.length).default([]).describe('Rules. Empty: all rules.'),
}

const fields = z.object({
  name: z.string().trim().min(1).max(200),
  ...conditions,
  startsAt: z.coerce.date().optional().describe('With endsAt: once, between these times.'),
  endsAt: z.coerce.date().optional(),
  weekly: timeWindowInput.optional().describe('Instead of the times: every week.'),
})

function judgeFields({ value, issues }: z.core.ParsePayload<z.output<typeof fields>>): void {
  const report = (path: string, message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: value })
  const { startsAt, endsAt, weekly } = value
  if (weekly && (startsAt || endsAt)) report('weekly', 'Enter two times or weekly hours, not both.')
  if (!weekly && !startsAt) report('startsAt', 'Enter when it starts, or weekly hours.')
  if (!weekly && !endsAt) report('endsAt', 'Enter when it ends, or weekly hours.')
  if (startsAt && endsAt && startsAt >= endsAt) report('endsAt', 'The end is not after the start.')
  if (value.nodes.length > 0 && value.clusterIds.length !== 1)
    report('nodes', 'Choose one cluster to choose nodes of it.')
}

export const createMaintenanceInput = fields.check(judgeFields)
export type CreateMaintenanceInput = z.input<typeof createMaintenanceInput>

export const updateMaintenanceInput = alertRef.extend(fields.shape).check(judgeFields)
export type UpdateMaintenanceInput = z.input<typeof updateMaintenanceInput>

export const maintenanceView = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['open', 'scheduled', 'ended']),
  startsAt: z.date().nullable().describe('Null: weekly.'),
  endsAt: z.date().nullable(),
  weekly: timeWindowInput.nullable(),
  opensAt: z.date().nullable().describe('When it opens next.'),
  closesAt: z.date().nullable().describe('When it closes, while it is open.'),
  clusterIds: z.array(z.string()),
  clusterNames: z.array(z.string()),
  nodes: z.array(z.string()),
  kinds: z.array(kind),
  heldBack: z.number().int().describe('Firing alerts that it holds back now.'),
  createdBy: z.string(),
  createdAt: z.date(),
  endedBy: z.string().nullable(),
  endedAt: z.date().nullable(),
})
export type MaintenanceView = z.infer<typeof maintenanceView>
