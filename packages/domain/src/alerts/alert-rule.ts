import { z } from 'zod'

export const alertSeverities = ['warning', 'critical'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

interface RuleFacts {
  title: string
  /** Describes when the rule fires. `{threshold}` is replaced by the number. */
  fires: string
  severity: AlertSeverity
  /** Null for a rule without a threshold. */
  threshold: { label: string; unit: string; initial: number; least: number; most: number } | null
  /** How long the condition must hold before the alert fires, and be gone before it resolves. */
  holdSeconds: number
  clearSeconds: number
}

/** All alert kinds, with the defaults of a cluster without rules of its own. */
export const alertKinds = {
  'node-unreachable': {
    title: 'Node unreachable',
    fires: 'A node does not respond.',
    severity: 'critical',
    threshold: null,
    holdSeconds: 60,
    clearSeconds: 60,
  },
  'hot-disk-full': {
    title: 'Hot disk fills up',
    fires: 'At the growth of the last days, a local disk is full within {threshold} days.',
    severity: 'critical',
    threshold: { label: 'Full within', unit: 'days', initial: 14, least: 1, most: 365 },
    holdSeconds: 600,
    clearSeconds: 1800,
  },
  'late-parts': {
    title: 'Parts are late',
    fires: 'Parts of a table have been due by TTL for more than {threshold} hours and have not moved.',
    severity: 'warning',
    threshold: { label: 'Late by', unit: 'hours', initial: 2, least: 1, most: 720 },
    holdSeconds: 120,
    clearSeconds: 120,
  },
  'failing-moves': {
    title: 'Moves fail',
    fires: 'Moves of a table have failed {threshold} times or more within an hour.',
    severity: 'warning',
    threshold: { label: 'Failures', unit: 'in an hour', initial: 5, least: 1, most: 100_000 },
    holdSeconds: 0,
    clearSeconds: 300,
  },
  'store-errors': {
    title: 'Object storage errors',
    fires: 'Requests of a node to object storage have failed {threshold} times or more within ten minutes.',
    severity: 'warning',
    threshold: { label: 'Errors', unit: 'in ten minutes', initial: 100, least: 1, most: 10_000_000 },
    holdSeconds: 60,
    clearSeconds: 600,
  },
  drift: {
    title: 'Nodes differ',
    fires: 'Disks, policies or tables differ between nodes.',
    severity: 'warning',
    threshold: null,
    holdSeconds: 600,
    clearSeconds: 60,
  },
  'migration-stuck': {
    title: 'Tier migration is stuck',
    fires: 'A tier migration has failed, or has made no progress for {threshold} minutes.',
    severity: 'warning',
    threshold: { label: 'No progress for', unit: 'minutes', initial: 30, least: 1, most: 10_080 },
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'late-arrivals': {
    title: 'Late arrivals',
    fires:
      'Parts arrived within {threshold} hours after a tier migration moved their partition, and are not on its volume.',
    severity: 'warning',
    threshold: { label: 'Within', unit: 'hours', initial: 24, least: 1, most: 720 },
    holdSeconds: 300,
    clearSeconds: 60,
  },
  'pipeline-behind': {
    title: 'Pipeline is behind',
    fires:
      'A pipeline was stopped, its source has been unreachable, or an object of a continuous pipeline has been waiting, for more than {threshold} minutes.',
    severity: 'warning',
    threshold: { label: 'Behind for', unit: 'minutes', initial: 30, least: 1, most: 10_080 },
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'replica-read-only': {
    title: 'Replicas are read-only',
    fires: 'Replicated tables of a node are read-only.',
    severity: 'critical',
    threshold: null,
    holdSeconds: 30,
    clearSeconds: 60,
  },
  'replica-lag': {
    title: 'Replica is behind',
    fires: 'A replica is {threshold} seconds or more behind the others.',
    severity: 'warning',
    threshold: { label: 'Behind by', unit: 'seconds', initial: 300, least: 1, most: 2_592_000 },
    holdSeconds: 120,
    clearSeconds: 120,
  },
  'replica-queue': {
    title: 'Replication queue is long',
    fires: 'The replication queue of a table has {threshold} or more entries.',
    severity: 'warning',
    threshold: { label: 'Entries', unit: 'in the queue', initial: 1_000, least: 1, most: 10_000_000 },
    holdSeconds: 300,
    clearSeconds: 120,
  },
  'replica-log': {
    title: 'Replica log behind',
    fires: 'A replica has {threshold} or more unread entries in its log in Keeper.',
    severity: 'warning',
    threshold: { label: 'Entries', unit: 'in the log', initial: 500, least: 1, most: 10_000_000 },
    holdSeconds: 120,
    clearSeconds: 120,
  },
  'replica-lost': {
    title: 'Replica is lost',
    fires: 'A replica in Keeper is not active.',
    severity: 'critical',
    threshold: null,
    holdSeconds: 120,
    clearSeconds: 60,
  },
  'keeper-flapping': {
    title: 'Keeper session flaps',
    fires: 'A node starts {threshold} or more Keeper sessions within an hour.',
    severity: 'warning',
    threshold: { label: 'Sessions', unit: 'in an hour', initial: 3, least: 1, most: 10_000 },
    holdSeconds: 0,
    clearSeconds: 300,
  },
  'replicas-differ': {
    title: 'Replicas differ',
    fires: 'A partition without changes for {threshold} minutes has different rows on replicas.',
    severity: 'critical',
    threshold: { label: 'Unchanged for', unit: 'minutes', initial: 10, least: 1, most: 10_080 },
    holdSeconds: 60,
    clearSeconds: 60,
  },
  'queue-entry-stuck': {
    title: 'Replication queue is stuck',
    fires: 'A replication queue entry has failed {threshold} or more times.',
    severity: 'warning',
    threshold: { label: 'Failed', unit: 'times', initial: 10, least: 1, most: 1_000_000 },
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'detached-grow': {
    title: 'Detached parts grow',
    fires: 'A node has detached {threshold} or more parts as broken or unexpected within a day.',
    severity: 'warning',
    threshold: { label: 'Parts', unit: 'in a day', initial: 1, least: 1, most: 1_000_000 },
    holdSeconds: 0,
    clearSeconds: 300,
  },
  'zero-copy-locks': {
    title: 'Zero-copy locks without owner',
    fires: 'A table has {threshold} or more zero-copy locks of replicas that are not in Keeper.',
    severity: 'warning',
    threshold: { label: 'Locks', unit: 'of a table', initial: 1, least: 1, most: 10_000_000 },
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'zero-copy-exit': {
    title: 'Exit from zero-copy is unfinished',
    fires:
      'An exit from zero-copy replication has failed, was cancelled while the setting differs between replicas, or has made no progress for {threshold} minutes.',
    severity: 'warning',
    threshold: { label: 'No progress for', unit: 'minutes', initial: 60, least: 1, most: 10_080 },
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'interrupted-uploads': {
    title: 'Interrupted uploads',
    fires: 'A node stopped during an upload to a shared disk, and objects may be left in the bucket.',
    severity: 'warning',
    threshold: null,
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'archive-files': {
    title: 'Archive files are missing',
    fires: 'The bucket does not have a file of an archive, or has it with other content.',
    severity: 'critical',
    threshold: null,
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'approval-missing': {
    title: 'Run waits for approval',
    fires: 'A run that an approval rule holds has waited for {threshold} minutes or more.',
    severity: 'warning',
    threshold: { label: 'Waiting for', unit: 'minutes', initial: 5, least: 1, most: 10_080 },
    holdSeconds: 0,
    clearSeconds: 0,
  },
  'audit-broken': {
    title: 'Audit log was changed',
    fires: 'The daily verification of the audit log finds a removed or changed entry.',
    severity: 'critical',
    threshold: null,
    holdSeconds: 0,
    clearSeconds: 60,
  },
  'audit-behind': {
    title: 'Audit destination is behind',
    fires: 'An audit entry has not reached a destination for {threshold} minutes.',
    severity: 'warning',
    threshold: { label: 'Behind for', unit: 'minutes', initial: 15, least: 1, most: 10_080 },
    holdSeconds: 0,
    clearSeconds: 60,
  },
  /** Of all custom rules: each has its own severity, threshold and times. */
  custom: {
    title: 'Custom rules',
    fires: 'A custom rule over the history holds.',
    severity: 'warning',
    threshold: null,
    holdSeconds: 0,
    clearSeconds: 60,
  },
} as const satisfies Record<string, RuleFacts>

export type AlertKind = keyof typeof alertKinds
export const alertKindNames = Object.keys(alertKinds) as [AlertKind, ...AlertKind[]]

/** The kinds whose rule is part of the product. */
export type BuiltInAlertKind = Exclude<AlertKind, 'custom'>
export const builtInAlertKinds = alertKindNames.filter((kind) => kind !== 'custom') as [
  BuiltInAlertKind,
  ...BuiltInAlertKind[],
]

/** The rule in effect. `threshold` is 0 for kinds without one. */
const alertRule = z.object({
  kind: z.enum(builtInAlertKinds),
  enabled: z.boolean(),
  threshold: z.number().max(1e15),
  holdSeconds: z.number().int().min(0).max(86_400),
  clearSeconds: z.number().int().min(0).max(86_400),
})
export type AlertRule = z.infer<typeof alertRule>

export function defaultAlertRule(kind: BuiltInAlertKind): AlertRule {
  const { threshold, holdSeconds, clearSeconds } = alertKinds[kind]
  return { kind, enabled: true, threshold: threshold?.initial ?? 0, holdSeconds, clearSeconds }
}

/** Why a threshold is invalid, or null. */
export function findThresholdFault(kind: BuiltInAlertKind, threshold: number): string | null {
  const facts: RuleFacts['threshold'] = alertKinds[kind].threshold
  if (!facts) return threshold === 0 ? null : 'This rule has no threshold.'
  return threshold >= facts.least && threshold <= facts.most
    ? null
    : `${facts.label}: from ${facts.least} to ${facts.most} ${facts.unit}.`
}
