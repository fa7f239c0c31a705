/** Kinds of advice, the most urgent first. */
export const adviceKinds = [
  'ttl-too-late',
  'queue-growth',
  'old-partitions',
  'orphans',
  'cache-thrash',
  'small-parts',
  'no-ttl',
] as const
export type AdviceKind = (typeof adviceKinds)[number]

/** The gain of following it. Money is in the currency of the price book. */
export type AdviceGain =
  | { kind: 'money'; perMonth: number; currency: string; bytes: bigint }
  | { kind: 'bytes'; bytes: bigint }
  | { kind: 'seconds'; seconds: number }

/** The prefilled plan that the advice links to. */
type AdvicePlan =
  | { kind: 'move'; database: string; table: string; before: string; volume: string }
  /** `ttl`: the draft for the editor. Null: the editor opens with what is stored. */
  | { kind: 'ttl'; database: string; table: string; ttl: string | null }
  | { kind: 'cache' }
  | { kind: 'remove-orphans'; auditId: string }
  | { kind: 'start-up'; node: string }
  | { kind: 'insert-queues' }

export interface Advice {
  /** Kind and object. Stable over time. */
  key: string
  kind: AdviceKind
  /** What it is about: a table, a node or a bucket. */
  subject: string
  /** One sentence with its figures. */
  sentence: string
  gain: AdviceGain
  plan: AdvicePlan
}

/** Min share of the bytes on hot disks for an advice. */
const worthShare = 0.01

export function isWorthTelling(bytes: bigint, allBytes: bigint): boolean {
  return bytes > 0n && Number(bytes) >= Number(allBytes) * worthShare
}

/** Names may contain spaces and dots. JSON keeps keys unique. */
export function adviceKey(kind: AdviceKind, ...object: readonly string[]): string {
  return `${kind} ${JSON.stringify(object)}`
}

/** The most urgent kind first, within a kind the largest gain. */
export function sortAdvice<Each extends Pick<Advice, 'kind' | 'gain' | 'key'>>(
  advice: readonly Each[],
): Each[] {
  return advice.toSorted(
    (a, b) =>
      adviceKinds.indexOf(a.kind) - adviceKinds.indexOf(b.kind) ||
      sizeOf(b.gain) - sizeOf(a.gain) ||
      (a.key < b.key ? -1 : 1),
  )
}

function sizeOf(gain: AdviceGain): number {
  switch (gain.kind) {
    case 'money':
      return gain.perMonth
    case 'bytes':
      return Number(gain.bytes)
    case 'seconds':
      return gain.seconds
  }
}
