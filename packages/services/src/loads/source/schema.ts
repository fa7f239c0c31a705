import { z } from 'zod'
import { flagInput } from '../../platform/base/flag-input.ts'

const sourceAuth = z
  .enum(['keys', 'environment', 'collection'])
  .describe(
    'keys: an access key, stored encrypted. environment: credentials in the environment of servers and console. collection: a named collection on the servers, with or without keys for the console.',
  )

const bucket = z
  .string()
  .trim()
  .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, 'A bucket has 3 to 63 lower-case letters, digits, - or .')

const origin = z
  .string()
  .trim()
  .max(500)
  .transform((text) => text.replace(/\/+$/, ''))

export const sourceInput = z.object({
  name: z.string().trim().min(1).max(100),
  endpoint: origin.default('').describe('http(s)://host:port. Empty: Amazon S3 of the region.'),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]{1,60}$/, 'Enter a region such as us-east-1.')
    .default('us-east-1'),
  pathStyle: flagInput.default(true).describe('endpoint/bucket/key instead of bucket.endpoint/key.'),
  buckets: z.array(bucket).min(1, 'Enter at least one bucket.').max(50),
  auth: sourceAuth,
  accessKeyId: z.string().trim().max(200).default(''),
  secretAccessKey: z.string().max(1_000).default('').describe('Never shown again.'),
  collectionName: z
    .string()
    .trim()
    .regex(
      /^(|[A-Za-z_][\w.-]{0,99})$/,
      'A collection has letters, digits, _, - and . and begins with a letter.',
    )
    .default(''),
})
export type SourceInput = z.input<typeof sourceInput>
export type WantedSource = z.output<typeof sourceInput>

export const updateSourceInput = sourceInput.extend({
  id: z.string().max(200),
  secretAccessKey: z
    .string()
    .max(1_000)
    .default('')
    .describe('Empty: the stored one is kept. Required when the endpoint or the access key changes.'),
})
export type UpdateSourceInput = z.input<typeof updateSourceInput>

export const sourceRef = z.object({ id: z.string().max(200).describe('Id of the source.') })

/** Without its secret. */
export const sourceView = z.object({
  id: z.string(),
  name: z.string(),
  endpoint: z.string().describe('Empty for Amazon S3 in the region.'),
  region: z.string(),
  pathStyle: z.boolean(),
  buckets: z.array(z.string()),
  auth: sourceAuth,
  accessKeyId: z.string().nullable(),
  hasSecret: z.boolean(),
  collectionName: z.string().nullable(),
  collections: z
    .array(
      z.object({ cluster: z.string(), clusterName: z.string(), createdAt: z.date(), createdBy: z.string() }),
    )
    .describe('Clusters on whose nodes the console has created the collection.'),
  createdAt: z.date(),
  createdBy: z.string(),
  updatedAt: z.date(),
  updatedBy: z.string(),
})
export type SourceView = z.infer<typeof sourceView>

export const sourceRules = z.object({
  allowedHosts: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(253)
        .regex(/^[a-z0-9*.:_[\]-]{1,253}$/, 'Enter a pattern such as s3.example.com or *.example.com.'),
    )
    .max(200)
    .describe('Hosts that sources may use. * stands for any characters. Empty: any host.'),
})
export type SourceRulesInput = z.input<typeof sourceRules>
export const sourceRulesView = sourceRules.extend({
  updatedAt: z.date().nullable(),
  updatedBy: z.string().nullable(),
})
export type SourceRulesView = z.infer<typeof sourceRulesView>
