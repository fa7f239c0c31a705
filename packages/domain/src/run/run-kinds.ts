/** What differs between kinds of runs in words and rights. The name is also the topic of changes and the type in the audit. */
export interface RunKindFacts {
  /** As in "The cache warm-up of …": the noun, and what stands before the name. */
  noun: string
  preposition: string
  /** The role that gives it orders. */
  role: 'operator' | 'admin'
  /** What a person does about an open one that is in the way. */
  remedy: string
  /** Who reads why one failed: an error of the server may repeat SQL that others must not see. Left out: everyone. */
  reasonsFor?: 'admin'
  /** No order pauses one. Left out: one does. */
  neverPauses?: true
  /** One waits for an approval or a date. Left out: it does not. */
  waits?: true
  /** A paused one leaves its claim to others and takes it again when it is resumed. Left out: it keeps it. */
  pauseFreesClaim?: true
  /** A failed one still holds what it has taken: it counts as open and keeps its claim. Left out: it has ended. */
  failedHolds?: true
}

export const runKinds = {
  'tier-migration': {
    noun: 'tier migration',
    preposition: 'of',
    role: 'operator',
    remedy: 'Wait for tier migrations or cancel them.',
    pauseFreesClaim: true,
  },
  'load-job': {
    noun: 'load',
    preposition: 'into',
    role: 'operator',
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
    noun: 'removal of orphans',
    preposition: 'from',
    role: 'admin',
    remedy: 'Wait until removals of orphans end, or restore their objects.',
    waits: true,
    failedHolds: true,
  },
  'zero-copy-exit': {
    noun: 'exit from zero-copy replication',
    preposition: 'of',
    role: 'admin',
    remedy: 'Wait for exits from zero-copy replication or cancel them.',
  },
} as const satisfies Record<string, RunKindFacts>

export type RunKind = keyof typeof runKinds
