import { z } from 'zod'
import { namePatternText } from '../access/name-pattern-schema.ts'
import { alertKindNames, alertSeverities } from '../alerts/alert-rule.ts'
import { ruleMetricNames } from '../alerts/rule-metrics.ts'
import { approvalRuleLimits, hasRunSize } from '../approval/approval-rule.ts'
import { cacheTask } from '../cache-warmup/cache-task.ts'
import { duplicateRule } from '../load-job/duplicates.ts'
import {
  badRowsRule,
  defaultLostReplicaRule,
  loadTuning,
  lostReplicaRule,
  textReading,
} from '../load-job/load-spec.ts'
import { newVersionRules } from '../load-pipeline/pipeline-decisions.ts'
import { pipelineTrigger } from '../load-pipeline/pipeline-trigger.ts'
import { runKindSchema } from '../run/run-kind-schema.ts'
import { findCronFault } from '../schedule/cron.ts'
import { missedRunRules } from '../schedule/judge-due.ts'
import { objectCompression, objectFormat } from '../source/object-format.ts'
import { parseTableName, printTableName } from '../text/table-name.ts'
import { replicaChoices } from '../tier-migration/replica-choices.ts'
import { timeWindowInput } from '../time-window/time-window-input.ts'
import { isTimeZone } from '../time-window/zone-clock.ts'
import { parseTtl } from '../ttl/parse-ttl.ts'
import { secretRef } from './storage-spec.ts'

/** Names of objects in the file. They are keys of a map, so each is there once. */
export const stateName = z.string().trim().min(1).max(200)
const identifier = z.string().min(1).max(255)
const bytesText = z.string().regex(/^[1-9]\d{0,17}$/, 'Enter a whole number of bytes above zero.')

export const sourceSpec = z.strictObject({
  endpoint: z
    .string()
    .trim()
    .max(500)
    .default('')
    .describe('http(s)://host:port. Empty: Amazon S3 of the region.'),
  region: z.string().trim().min(1).max(60).default('us-east-1'),
  pathStyle: z.boolean().default(true).describe('endpoint/bucket/key instead of bucket.endpoint/key.'),
  buckets: z.array(z.string().trim().min(3).max(63)).min(1).max(50),
  auth: z.enum(['keys', 'environment', 'collection']),
  accessKeyId: z.string().trim().max(200).default(''),
  secret: secretRef.optional(),
  collectionName: z.string().trim().max(100).default('').describe('Of a named collection on the servers.'),
})

const enabled = z.boolean().default(true)
const secret = secretRef.optional()
const url = z.url({ protocol: /^https?$/ }).max(2_000)
export const channelSpec = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('webhook'), url, secret: secretRef, enabled }),
  z.strictObject({
    type: z.literal('email'),
    host: z.string().trim().min(1).max(255),
    port: z.number().int().min(1).max(65_535),
    tls: z.enum(['implicit', 'starttls', 'none']),
    username: z.string().max(255).default(''),
    from: z.email(),
    to: z.array(z.email()).min(1).max(50),
    ...{ secret, enabled },
  }),
  z.strictObject({ type: z.literal('slack'), secret: secretRef, enabled }),
  z.strictObject({ type: z.literal('teams'), secret: secretRef, enabled }),
  z.strictObject({
    type: z.literal('pagerduty'),
    baseUrl: url.default('https://events.pagerduty.com'),
    ...{ secret: secretRef, enabled },
  }),
  z.strictObject({
    type: z.literal('opsgenie'),
    baseUrl: url.default('https://api.opsgenie.com'),
    ...{ secret: secretRef, enabled },
  }),
])

const seconds = z.number().int().min(0).max(86_400)
/** What is left out has the default of the rule. */
export const alertRuleSpec = z.strictObject({
  enabled: z.boolean().optional(),
  threshold: z.number().optional(),
  holdSeconds: seconds.optional(),
  clearSeconds: seconds.optional(),
})

const clusterName = z.string().min(1).max(200)
export const customRuleSpec = z.strictObject({
  cluster: clusterName.nullable().default(null).describe('Slug. Null: all clusters.'),
  metric: z.enum(ruleMetricNames),
  comparison: z.enum(['above', 'below']),
  threshold: z.number().min(-1e15).max(1e15).describe('In the unit of the metric.'),
  windowMinutes: z.number().int().min(2).max(1_440).default(10),
  holdSeconds: seconds.default(300),
  clearSeconds: seconds.default(300),
  severity: z.enum(alertSeverities).default('warning'),
  enabled,
})

const kinds = z
  .array(z.enum(alertKindNames))
  .max(alertKindNames.length)
  .default([])
  .describe('Rules. Empty: all.')
const clusters = z.array(clusterName).max(200).default([]).describe('Slugs. Empty: all clusters.')
const targets = {
  everyChannel: z.boolean().default(false).describe('All channels, also those added later.'),
  channels: z.array(stateName).max(100).default([]).describe('Names of channels.'),
}
const routeSpec = z.strictObject({
  name: z.string().trim().min(1).max(100),
  severities: z.array(z.enum(alertSeverities)).max(2).default([]).describe('Empty: all.'),
  ...{ clusters, kinds },
  ...targets,
  continues: z.boolean().default(false).describe('Whether the routes after this one are also tried.'),
})
export const routesSpec = z
  .array(routeSpec)
  .max(200)
  .describe('All routes but the default one, in their order.')
export const defaultRouteSpec = z.strictObject(targets)

const instant = z.iso.datetime({ offset: true })
export const maintenanceSpec = z
  .strictObject({
    startsAt: instant.optional().describe('With endsAt: once, between these times.'),
    endsAt: instant.optional(),
    weekly: timeWindowInput.optional().describe('Instead of the times: every week.'),
    clusters,
    nodes: z
      .array(z.string().trim().min(1).max(255))
      .max(200)
      .default([])
      .describe('Of the one cluster. Empty: all.'),
    kinds,
  })
  .refine(({ startsAt, endsAt, weekly }) => (weekly ? !startsAt && !endsAt : startsAt && endsAt), {
    message: 'Enter startsAt and endsAt, or weekly.',
  })

/** What a viewer may do is always included. The order has no meaning. */
export const customRoleSpec = z.strictObject({
  verbs: z
    .array(z.string().max(100))
    .min(1)
    .max(1_000)
    .transform((verbs) => [...new Set(verbs)].sort())
    .describe('Paths of procedures, such as loads.start, as the console lists them under Teams.'),
})

const role = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('viewer, operator, admin, or the name of a custom role.')

/** Members are not part of the file: they come from groups, or are added in the console. */
export const teamSpec = z.strictObject({
  groups: z
    .array(z.string().trim().min(1).max(300))
    .max(50)
    .default([])
    .describe('Groups of sign-in providers, whose people join when they sign in.'),
  grants: z
    .array(
      z.discriminatedUnion('on', [
        z.strictObject({ on: z.literal('everything'), role }),
        z.strictObject({
          ...{ on: z.literal('tables'), role },
          cluster: clusterName.nullable().default(null).describe('Slug. Null: all clusters.'),
          database: namePatternText,
          table: namePatternText.default('*'),
        }),
        z.strictObject({ on: z.literal('sources'), role, source: namePatternText }),
      ]),
    )
    .max(100)
    .default([]),
})

export const approvalRuleSpec = z
  .strictObject({
    enabled,
    kinds: z
      .array(runKindSchema)
      .max(runKindSchema.options.length)
      .default([])
      .describe('Of runs. Empty: all.'),
    cluster: clusterName.nullable().default(null).describe('Slug. Null: all clusters.'),
    database: namePatternText.default('*'),
    table: namePatternText.default('*'),
    minBytes: bytesText
      .nullable()
      .default(null)
      .describe('Only runs of at least so many bytes. Null: any size.'),
    hours: timeWindowInput
      .nullable()
      .default(null)
      .describe('The rule applies only outside of these hours. Null: at any time.'),
    approvals: z
      .int()
      .min(approvalRuleLimits.approvals.min)
      .max(approvalRuleLimits.approvals.max)
      .default(1)
      .describe('How many people must approve.'),
    team: stateName
      .nullable()
      .default(null)
      .describe('Whose members may approve. Null: everybody with the role.'),
  })
  .refine(({ kinds, minBytes }) => minBytes === null || kinds.length === 0 || kinds.some(hasRunSize), {
    path: ['minBytes'],
    message: 'None of these kinds has a size. Leave the size out, or choose other kinds.',
  })

/** Names of nodes are keys of the map. */
export const connectionSpec = z.strictObject({
  name: z.string().trim().min(1).max(100).optional().describe('Default: the slug.'),
  username: z.string().min(1).max(200),
  secret: secretRef.optional().describe('env:NAME or file:PATH of the password.'),
  clusterName: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe('In remote_servers of the nodes. Null: statements ON CLUSTER are not used.'),
  tlsVerify: z.boolean().default(true),
  tlsCaPem: z
    .string()
    .max(100_000)
    .nullable()
    .default(null)
    .describe('Trusted instead of public authorities.'),
  nodes: z
    .record(
      z.string().trim().min(1).max(100),
      z.strictObject({
        url: z.string().max(500).describe('http(s)://host:port of the HTTP interface.'),
        shard: z.int().min(1).max(10_000),
        replica: z.int().min(1).max(100).default(1),
      }),
    )
    .refine((nodes) => Object.keys(nodes).length > 0, 'A cluster has at least one node.'),
})

export const clusterSettingsSpec = z.strictObject({
  approvalRequired: z.boolean().describe('A plan starts only after somebody else has approved it.'),
})

/** `database.table`, as it is printed: one table has one address. */
export const tableStateName = z
  .string()
  .max(600)
  .refine(
    (text) => {
      const at = parseTableName(text)
      return at !== null && printTableName(at) === text
    },
    { message: 'Write database.table. Names with dots or backquotes are in backquotes, all others are not.' },
  )

/** What is left out is not compared, and stays as it is. */
export const tableStateSpec = z
  .strictObject({
    storagePolicy: identifier.optional().describe('On all nodes that have the table.'),
    ttl: z
      .string()
      .max(100_000)
      .check(({ value, issues }) => {
        const parsed = parseTtl(value)
        if (parsed.kind === 'parsed') return
        const { message, position } = parsed.fault
        issues.push({
          ...{ code: 'custom', input: value, path: [] },
          message: `Cannot parse the TTL at character ${position + 1}: ${message}`,
        })
      })
      .optional()
      .describe('The rules after the word TTL, as in CREATE TABLE. Empty: no TTL.'),
  })
  .refine(({ storagePolicy, ttl }) => storagePolicy !== undefined || ttl !== undefined, {
    message: 'Enter storagePolicy, ttl or both.',
  })

interface Timing {
  cron: string
  timeZone: string
}
function checkTiming({ value, issues }: z.core.ParsePayload<Timing>): void {
  const fault = findCronFault(value.cron)
  if (fault !== null) issues.push({ code: 'custom', path: ['cron'], message: fault, input: value })
  if (!isTimeZone(value.timeZone))
    issues.push({
      code: 'custom',
      path: ['timeZone'],
      message: `Unknown time zone '${value.timeZone}'.`,
      input: value,
    })
}
const timing = {
  cron: z
    .string()
    .max(200)
    .transform((text) => text.trim().split(/\s+/).join(' '))
    .describe('Minute, hour, day of the month, month, day of the week.'),
  timeZone: z.string().max(64).describe('IANA name, such as Europe/Berlin.'),
}
const tableRef = z.strictObject({ database: identifier, table: identifier })

export const tierScheduleSpec = z
  .strictObject({
    tables: z.array(tableRef).min(1).max(50),
    targetVolume: identifier,
    olderThanDays: z.number().int().min(1).max(36_500),
    budgetBytes: bytesText.nullable().default(null).describe('Of one run. Null: no limit.'),
    ...timing,
    windowSpans: timeWindowInput.shape.spans.default([]).describe('Moves run only in these spans.'),
    missedRuns: z.enum(missedRunRules).default('catch_up'),
    replicas: replicaChoices.default({}),
    enabled,
  })
  .check(checkTiming)

export const cacheScheduleSpec = z
  .strictObject({ task: cacheTask, ...timing, missedRuns: z.enum(missedRunRules).default('skip'), enabled })
  .check(checkTiming)

export const pipelineSpec = z.strictObject({
  source: stateName.describe('Name of a source.'),
  bucket: z.string().min(1).max(63),
  glob: z.string().min(1).max(1_024),
  target: tableRef,
  read: z.strictObject({
    format: objectFormat,
    compression: objectCompression,
    columns: z
      .array(z.strictObject({ name: z.string().max(1_000), type: z.string().max(10_000) }))
      .min(1)
      .max(10_000),
    text: textReading.default({}),
  }),
  mapping: z
    .array(z.strictObject({ column: identifier, expression: z.string().min(1).max(10_000) }))
    .min(1)
    .max(10_000),
  strategy: z
    .enum(['single-node', 'cluster', 'reshard', 'split'])
    .optional()
    .describe('Default: the recommended one.'),
  quorum: z.number().int().min(1).max(100).optional().describe('Default: insert_quorum of the account.'),
  badRows: badRowsRule.default({ kind: 'fail' }),
  duplicates: duplicateRule.default('ask'),
  lostReplica: lostReplicaRule.default(defaultLostReplicaRule),
  tuning: loadTuning
    .extend({ batchesAtOnce: loadTuning.shape.batchesAtOnce.unwrap() })
    .partial()
    .optional()
    .describe('Of the statements. What is left out is chosen when the pipeline is created.'),
  batch: z
    .strictObject({ maxBytes: bytesText, maxObjects: z.number().int().min(1).max(10_000) })
    .default({ maxBytes: String(10n * 1024n ** 3n), maxObjects: 1_000 }),
  startWith: z.enum(['everything', 'new']).optional().describe('When it is created. Default: new.'),
  trigger: pipelineTrigger,
  newVersions: z.enum(newVersionRules).default('ignore'),
  maxObjects: z.number().int().min(1).max(100_000).default(10_000).describe('Of one load.'),
  maxBytes: bytesText.nullable().default(null).describe('Of one load. Null: no limit.'),
  enabled,
})
