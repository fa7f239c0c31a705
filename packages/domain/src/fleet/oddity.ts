/** What can be odd about a table, in the order in which it is shown. */
export const oddityKinds = [
  'missing-target',
  'policy-differs',
  'no-ttl-information',
  'no-ttl',
  'too-many-partitions',
  'small-parts',
] as const
export type OddityKind = (typeof oddityKinds)[number]

export const oddityTitles: Readonly<Record<OddityKind, string>> = {
  'missing-target': 'TTL target missing',
  'policy-differs': 'Policy differs',
  'no-ttl-information': 'Parts without TTL information',
  'no-ttl': 'No TTL',
  'too-many-partitions': 'Too many partitions',
  'small-parts': 'Small parts',
}

export interface Oddity {
  kind: OddityKind
  /** With its figures. */
  sentence: string
}
