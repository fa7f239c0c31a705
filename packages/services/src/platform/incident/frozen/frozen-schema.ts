import { z } from 'zod'
import { flagInput } from '../../base/flag-input.ts'
import { historyInput } from '../../history/history-schema.ts'
import { clusterKey, queryFlag } from '../../reading/schema.ts'
import { incident } from '../incident-schema.ts'
import { maxIncidentFileBytes } from './incident-file.ts'

const id = z.string().min(1).max(100)
const messages = flagInput
  .default(false)
  .describe('With error messages and statements as shown. Otherwise their literals are replaced.')
const people = flagInput.default(false).describe('With names of people and accounts.')
const days = z.coerce.number().int().min(1).max(365).default(30).describe('Until it is deleted.')

export const measureIncidentInput = historyInput({
  messages: queryFlag.default(true),
  people: queryFlag.default(true),
})

export const incidentContents = z.object({
  plainBytes: z.number().int(),
  storedBytes: z.number().int().describe('Compressed: what is stored or saved.'),
  maxBytes: z.number().int(),
  series: z.number().int(),
  values: z.number().int(),
  marks: z.number().int(),
  queryForms: z.number().int().describe('Texts of queries, with their literals replaced.'),
  errorMessages: z.number().int(),
  queries: z.number().int().describe('Statements over system tables that read the figures.'),
  nodes: z.array(z.string()),
  people: z.array(z.string()).describe('Names of people and accounts in it.'),
})
export type IncidentContents = z.infer<typeof incidentContents>

export const freezeIncidentInput = historyInput({
  title: z.string().trim().max(200).default(''),
  days,
})

export const exportIncidentInput = historyInput({
  id: id.optional().describe('Of a frozen incident. Otherwise the time range is read now.'),
  title: z.string().trim().max(200).default(''),
  messages,
  people,
})
export const exportedIncident = z.object({
  name: z.string(),
  content: z.string().describe('The file, in base64.'),
  sizeBytes: z.number().int(),
})

export const importIncidentInput = z.object({
  cluster: clusterKey.describe('Where it is listed. It needs not be the cluster that it is of.'),
  content: z
    .base64()
    .max(Math.ceil(maxIncidentFileBytes / 3) * 4 + 4)
    .describe('The file, in base64.'),
  days,
})

export const frozenIncidentRef = z.object({ cluster: clusterKey, id })

export const frozenIncident = z.object({
  id: z.string(),
  origin: z.enum(['frozen', 'imported']).describe('imported: from the file of another Frostline, unchecked.'),
  title: z.string(),
  sourceCluster: z.string().describe('Name of the cluster that it is of.'),
  sentence: z.string(),
  from: z.date(),
  to: z.date(),
  storedBytes: z.number().int(),
  createdBy: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
})
export type FrozenIncident = z.infer<typeof frozenIncident>

export const frozenIncidents = z.object({ incidents: z.array(frozenIncident) })
export const openedIncident = z.object({ ...incident.shape, frozen: frozenIncident })
export type OpenedIncident = z.infer<typeof openedIncident>
