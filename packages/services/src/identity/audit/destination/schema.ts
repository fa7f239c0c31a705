import { z } from 'zod'

const syslog = z.object({
  type: z.literal('syslog'),
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65_535),
  transport: z
    .enum(['tls', 'tcp', 'udp'])
    .describe('RFC 5424 messages: over TLS or TCP with octet counting (RFC 6587), or one datagram each.'),
  ca: z
    .string()
    .trim()
    .max(20_000)
    .default('')
    .describe('PEM certificates that sign the receiver’s. Empty: those that Node.js trusts.'),
})
const webhook = z.object({ type: z.literal('webhook'), url: z.url({ protocol: /^https?$/ }).max(2000) })
const s3 = z.object({
  type: z.literal('bucket'),
  sourceId: z.string().min(1).max(200).describe('The source with the store and the keys.'),
  bucket: z.string().trim().min(1).max(255),
  prefix: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?!\/)[\w!.*'()/-]*$/, 'Letters, digits and - _ . / without a leading slash.')
    .default('frostline-audit/'),
  lock: z
    .enum(['compliance', 'governance', 'none'])
    .describe('Object lock. none: for stores without it; objects can then be changed and deleted.'),
  retainDays: z.int().min(1).max(36_500).default(365).describe('How long objects are locked.'),
  everySeconds: z
    .int()
    .min(1)
    .max(3600)
    .default(60)
    .describe('Entries of this time make one object, at most 500.'),
})

export const destinationSettings = z.discriminatedUnion('type', [syslog, webhook, s3])
export type DestinationSettings = z.infer<typeof destinationSettings>

const secret = z
  .string()
  .trim()
  .max(500)
  .default('')
  .describe(
    'Signing secret (HMAC-SHA256), at least 16 characters. Never shown again. Empty in a change: kept.',
  )
const settingsInput = z.discriminatedUnion('type', [syslog, webhook.extend({ secret }), s3])
export type DestinationSettingsInput = z.infer<typeof settingsInput>

const name = z.string().trim().min(1).max(100)

export const createDestinationInput = z.object({
  name,
  settings: settingsInput,
  startAt: z
    .enum(['beginning', 'now'])
    .default('beginning')
    .describe('Whether entries from before are sent too.'),
})

export const destinationRef = z.object({ id: z.string().max(200) })
/** The type of a destination stays. */
export const updateDestinationInput = destinationRef.extend({ name, settings: settingsInput })

/**
 * - current: everything is sent, or will be within the usual time.
 * - failing: the last attempt failed and is repeated.
 */
const destinationStates = ['current', 'sending', 'failing', 'paused'] as const

export const destinationView = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['syslog', 'webhook', 'bucket']),
  settings: destinationSettings,
  hasSecret: z.boolean(),
  target: z.string(),
  state: z.enum(destinationStates),
  shippedSequence: z.int().describe('The last entry that the receiver has confirmed.'),
  shippedAt: z.date().nullable(),
  waitingEntries: z.int(),
  oldestWaitingAt: z.date().nullable(),
  failure: z
    .object({ text: z.string(), since: z.date(), attempts: z.int(), nextAttemptAt: z.date() })
    .nullable(),
  test: z
    .object({ requestedAt: z.date(), finishedAt: z.date().nullable(), error: z.string().nullable() })
    .nullable()
    .describe('The last test. `error` null and `finishedAt` set: it succeeded.'),
  createdBy: z.string(),
  createdAt: z.date(),
})
export type DestinationView = z.infer<typeof destinationView>
