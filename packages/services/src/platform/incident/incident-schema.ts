import { causeKindNames, incidentLanes, measureNames } from '@frostline/domain'
import { z } from 'zod'
import { historyInput } from '../history/history-schema.ts'
import { freshFlag, observed } from '../reading/schema.ts'

export const incidentInput = historyInput({ fresh: freshFlag })

const when = z.number().describe('Milliseconds since 1970 by the clock of the console.')
const nodeNames = z.array(z.string())

const symptom = z.object({
  text: z.string(),
  figure: z.string().describe('Level before and after, such as `40 ms → 900 ms (×23)`.'),
  subject: z.string().describe('Hash of the query form, or error code.'),
  atMs: when,
  nodes: nodeNames,
  query: z.string().describe('Name of the query that read it.'),
})

const cause = symptom.extend({
  kind: z.enum(causeKindNames),
  subject: z.string(),
  score: z.number().describe('Higher is more likely. Only comparable within one explanation.'),
  query: z.string().nullable().describe('Name of the query that read it. Null: the ledger of the console.'),
})

const incidentData = z.object({
  from: z.date(),
  to: z.date(),
  stepSeconds: z.number().int(),
  explanation: z.object({
    sentence: z.string(),
    symptom: symptom.nullable().describe('Null: no latency and no failure rate changed.'),
    others: z.array(symptom),
    causes: z.array(cause).describe('What else changed just before, the most likely first.'),
  }),
  series: z.array(
    z.object({
      lane: z.enum(incidentLanes),
      measure: z.enum(measureNames),
      noun: z.string(),
      unit: z.enum(['ms', 'per-second', 'bytes-per-second', 'count', 'ratio']),
      subject: z.string(),
      label: z.string(),
      nodes: nodeNames,
      fromMs: when,
      stepMs: z.number(),
      values: z.array(z.number().nullable()).describe('By step. Null: not measured, which is not zero.'),
    }),
  ),
  marks: z.array(
    z.object({
      lane: z.enum(incidentLanes),
      key: z.string(),
      label: z.string(),
      detail: z.string(),
      node: z.string().describe('Empty: not of one node.'),
      fromMs: when,
      toMs: when.nullable().describe('Null: a moment, or not ended.'),
      query: z.string().nullable(),
    }),
  ),
  gaps: z
    .array(
      z.object({
        nodes: nodeNames.describe('All nodes that it is true of.'),
        lanes: z.array(z.enum(incidentLanes)),
        reason: z.string(),
        remedy: z.string().describe('What makes it known in future.'),
      }),
    )
    .describe('What is not known. It is not zero.'),
  clocks: z
    .array(z.object({ node: z.string(), offsetMs: z.number(), uncertaintyMs: z.number() }))
    .describe('How far the clock of each node is ahead. Times of its logs are corrected by it.'),
})

export const incident = observed(incidentData)
export type Incident = z.infer<typeof incident>
