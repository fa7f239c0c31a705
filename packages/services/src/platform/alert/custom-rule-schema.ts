import {
  alertSeverities,
  metricSubjects,
  minWindowMinutes,
  ruleMetricNames,
  ruleMetrics,
} from '@frostline/domain'
import { z } from 'zod'
import { flagInput } from '../base/flag-input.ts'
import { alertRef } from './schema.ts'

const metric = z.enum(ruleMetricNames)

const watched = {
  metric,
  comparison: z.enum(['above', 'below']),
  threshold: z.coerce.number().min(-1e15).max(1e15).describe('In the unit of the metric.'),
  windowMinutes: z.coerce
    .number()
    .int()
    .min(2)
    .max(1_440)
    .default(10)
    .describe('Time that one value is made of.'),
}

function refuseShortWindow({ value, issues }: z.core.ParsePayload<z.output<z.ZodObject<typeof watched>>>) {
  const least = minWindowMinutes(value.metric)
  if (value.windowMinutes < least)
    issues.push({
      ...{ code: 'custom', path: ['windowMinutes'], input: value },
      message: `${ruleMetrics[value.metric].title} is sampled too seldom for this. Enter at least ${least} minutes.`,
    })
}

const fields = {
  name: z.string().trim().min(1).max(100),
  clusterId: z.uuid().nullable().default(null).describe('Null: all clusters.'),
  ...watched,
  holdSeconds: z.number().int().min(0).max(86_400).default(300),
  clearSeconds: z.number().int().min(0).max(86_400).default(300),
  severity: z.enum(alertSeverities).default('warning'),
  enabled: flagInput.default(true),
}
export const createCustomRuleInput = z.object(fields).check(refuseShortWindow)
export type CreateCustomRuleInput = z.input<typeof createCustomRuleInput>
export const updateCustomRuleInput = alertRef.extend(fields).check(refuseShortWindow)
export type UpdateCustomRuleInput = z.input<typeof updateCustomRuleInput>

const customRuleView = z.object({
  id: z.string(),
  name: z.string(),
  clusterId: z.string().nullable(),
  clusterName: z.string().nullable().describe('Null: all clusters.'),
  metric,
  metricTitle: z.string(),
  unit: z.string(),
  comparison: watched.comparison,
  threshold: z.number(),
  windowMinutes: z.number().int(),
  holdSeconds: z.number().int(),
  clearSeconds: z.number().int(),
  severity: z.enum(alertSeverities),
  enabled: z.boolean(),
  firing: z.number().int().describe('Alerts of the rule that fire now.'),
  updatedBy: z.string(),
  updatedAt: z.date(),
})

export const customRuleList = z.object({
  rules: z.array(customRuleView),
  metrics: z.array(
    z.object({
      metric,
      title: z.string(),
      unit: z.string(),
      subject: z.enum(metricSubjects).describe('Each of them makes an alert of its own.'),
      over: z.enum(['average', 'last', 'max']).describe('What a window has of it.'),
      minWindowMinutes: z.number().int(),
    }),
  ),
})
export type CustomRuleList = z.infer<typeof customRuleList>

export const tryCustomRuleInput = z
  .object({ ...watched, cluster: z.string().max(255).describe('Id or slug.') })
  .check(refuseShortWindow)
export type TryCustomRuleInput = z.input<typeof tryCustomRuleInput>

export const tryCustomRuleAnswer = z.object({
  unit: z.string(),
  readings: z
    .array(
      z.object({
        subject: z.string(),
        value: z.number().nullable().describe('Null: there was nothing to measure.'),
        beyond: z.boolean().describe('Whether the rule holds now.'),
      }),
    )
    .describe('Those for which the rule holds first. At most 200.'),
  beyond: z.number().int(),
  total: z.number().int(),
})
export type TryCustomRuleAnswer = z.infer<typeof tryCustomRuleAnswer>
