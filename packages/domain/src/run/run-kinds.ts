/**
 * The words and rights that differ between kinds of runs. The name is also the topic of change events and the type in
 * the audit log.
 */
export interface RunKindFacts {
  /** As in "The cache warm-up of …": the noun, and what precedes the name. */
  noun: string
  preposition: string
  /** The role that controls it. */
  role: 'operator' | 'admin'
  /** What a person can do about an open one that blocks another. */
  remedy: string
  /** Who may read why one failed: a server error may repeat SQL that others must not see. Omitted: everyone. */
  reasonsFor?: 'admin'
  /** It cannot be paused. Omitted: it can. */
  neverPauses?: true
  /** How many bytes it reads, moves or deletes is known before it begins. Omitted: it has no such size. */
  sized?: true
  /** It can wait for an approval or a date. Omitted: it cannot. */
  waits?: true
  /** A paused one releases its claim and takes it again on resume. Omitted: it keeps it. */
  pauseFreesClaim?: true
  /** A failed one still holds what it took: it counts as open and keeps its claim. Omitted: it has ended. */
  failedHolds?: true
}

export const runKinds = {
  'tier-migration': {
    noun: 'tier migration',
    preposition: 'of',
    role: 'operator',
    sized: true,
    remedy: 'Wait for tier migrations or cancel them.',
    pauseFreesClaim: true,
  },
  'load-job': {
    noun: 'load',
    preposition: 'into',
    role: 'operator',
    sized: true,
    remedy: 'Wait for loads or cancel them.',
  },
  'data-generation': {
    noun: 'test data generation',
    preposition: 'in',
    role: 'operator',
    remedy: 'Wait until test data generations end, or cancel them.',
  },
  'cache-warmup': {
    noun: 'cache warm-up',
    preposition: 'of',
    role: 'operator',
    sized: true,
    remedy: 'Wait until cache warm-ups end, or cancel them.',
  },
  benchmark: {
    noun: 'benchmark',
    preposition: 'of',
    role: 'operator',
    neverPauses: true,
    remedy: 'Wait until benchmarks end, or cancel them.',
    reasonsFor: 'admin',
  },
  'replica-repair': {
    noun: 'replica repair',
    preposition: 'of',
    role: 'operator',
    neverPauses: true,
    remedy: 'Wait until replica repairs end, or cancel them.',
  },
  'storage-rollout': {
    noun: 'storage rollout',
    preposition: 'of',
    role: 'admin',
    neverPauses: true,
    remedy: 'Finish or revert storage rollouts. They contain the backups of files on nodes.',
  },
  'bucket-audit': {
    noun: 'bucket audit',
    preposition: 'of',
    role: 'operator',
    neverPauses: true,
    remedy: 'Wait until bucket audits end, or cancel them.',
  },
  'orphan-removal': {
    noun: 'orphan removal',
    preposition: 'from',
    role: 'admin',
    sized: true,
    remedy: 'Wait until orphan removals end, or restore their objects.',
    waits: true,
    failedHolds: true,
  },
  'zero-copy-exit': {
    noun: 'exit from zero-copy replication',
    preposition: 'of',
    role: 'admin',
    remedy: 'Wait for exits from zero-copy replication or cancel them.',
  },
  archive: {
    noun: 'archive',
    preposition: 'of',
    role: 'admin',
    sized: true,
    remedy: 'Wait until archives end, or attach their partitions again.',
    waits: true,
    failedHolds: true,
  },
  'archive-restore': {
    noun: 'restore of an archive',
    preposition: 'into',
    role: 'admin',
    sized: true,
    neverPauses: true,
    remedy: 'Wait until restores of archives end, or cancel them.',
  },
  'archive-expiry': {
    noun: 'deletion of archive files',
    preposition: 'of',
    role: 'admin',
    sized: true,
    neverPauses: true,
    remedy: 'Wait until deletions of archive files end, or cancel them.',
  },
  'restore-removal': {
    noun: 'removal of restored rows',
    preposition: 'from',
    role: 'admin',
    sized: true,
    neverPauses: true,
    remedy: 'Wait until removals of restored rows end, or cancel them.',
  },
  'change-set': {
    noun: 'change set',
    preposition: 'of',
    role: 'admin',
    remedy: 'Wait until change sets end, or cancel them.',
    waits: true,
  },
} as const satisfies Record<string, RunKindFacts>

export type RunKind = keyof typeof runKinds
