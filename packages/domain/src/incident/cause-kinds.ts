/**
 * What may be behind an incident.
 * - `prior`: how often such a change is a cause, and not a consequence of one, between 0 and 1.
 * - `leadsTo`: what it brings about. A change that is explained by an earlier one of these counts half.
 */
const kinds = {
  'credentials-revoked': { prior: 1, leadsTo: ['store-errors', 'store-slow', 'node-away'] },
  'dns-failed': { prior: 1, leadsTo: ['store-errors', 'node-away'] },
  'cache-dropped': {
    prior: 1,
    leadsTo: ['cache-missed', 'store-requests', 'cache-filled', 'scan', 'store-slow'],
  },
  'setting-changed': {
    prior: 0.95,
    leadsTo: ['memory-limit', 'cache-missed', 'store-requests', 'scan', 'query-load'],
  },
  'node-away': { prior: 1, leadsTo: ['network-errors', 'replica-lag', 'query-load'] },
  'node-started': {
    prior: 0.95,
    leadsTo: ['network-errors', 'store-requests', 'part-count', 'cache-missed'],
  },
  'keeper-away': { prior: 1, leadsTo: ['replica-lag', 'read-only'] },
  'store-throttled': { prior: 1, leadsTo: ['store-slow', 'store-errors', 'store-requests'] },
  // Requests that take too long end with an error. Errors alone do not make those slow that succeed.
  'store-slow': { prior: 0.9, leadsTo: ['store-errors'] },
  'store-errors': { prior: 0.9, leadsTo: ['store-requests'] },
  'disk-full': { prior: 1, leadsTo: ['server-errors', 'other-failure'] },
  load: {
    prior: 0.95,
    leadsTo: [
      'memory-limit',
      'new-parts',
      'store-requests',
      'insert-load',
      'merges',
      'part-count',
      'store-errors',
      'store-slow',
    ],
  },
  scan: {
    prior: 0.85,
    leadsTo: [
      'cache-evicted',
      'cache-missed',
      'cache-filled',
      'memory-limit',
      'store-requests',
      'store-slow',
    ],
  },
  mutation: {
    prior: 0.95,
    leadsTo: ['merges', 'store-requests', 'cache-missed', 'cache-evicted', 'cache-filled'],
  },
  'ttl-moves': {
    prior: 0.9,
    leadsTo: [
      'store-requests',
      'store-errors',
      'store-slow',
      'cache-missed',
      'merges',
      'cache-evicted',
      'cache-filled',
    ],
  },
  moves: { prior: 0.9, leadsTo: ['store-requests', 'store-errors', 'store-slow', 'cache-missed', 'merges'] },
  'new-parts': { prior: 0.85, leadsTo: ['too-many-parts', 'part-count', 'merges', 'store-requests'] },
  'merges-stopped': { prior: 1, leadsTo: ['part-count', 'too-many-parts', 'merges', 'new-parts'] },
  'schema-changed': { prior: 0.85, leadsTo: ['mutation', 'ttl-moves', 'merges'] },
  'clock-skewed': { prior: 1, leadsTo: ['store-errors', 'store-slow'] },
  'memory-limit': { prior: 0.9, leadsTo: [] },
  'too-many-parts': { prior: 0.7, leadsTo: [] },
  'network-errors': { prior: 0.7, leadsTo: [] },
  'read-only': { prior: 0.8, leadsTo: [] },
  'multipart-left': { prior: 0.9, leadsTo: ['store-errors'] },
  fetches: { prior: 0.6, leadsTo: ['store-requests', 'merges'] },
  'insert-load': { prior: 0.7, leadsTo: ['merges', 'part-count', 'store-requests'] },
  'query-load': { prior: 0.7, leadsTo: ['store-requests', 'cache-missed', 'cache-filled'] },
  'cache-evicted': { prior: 0.65, leadsTo: ['cache-missed', 'store-requests'] },
  'cache-missed': { prior: 0.55, leadsTo: ['store-requests'] },
  'cache-filled': { prior: 0.3, leadsTo: [] },
  'replica-lag': { prior: 0.6, leadsTo: [] },
  'part-count': { prior: 0.5, leadsTo: [] },
  merges: { prior: 0.5, leadsTo: [] },
  'run-started': { prior: 0.6, leadsTo: ['store-requests', 'moves', 'load', 'cache-missed', 'store-slow'] },
  'audit-change': { prior: 0.5, leadsTo: [] },
  'server-errors': { prior: 0.4, leadsTo: [] },
  'store-requests': { prior: 0.35, leadsTo: [] },
  'other-failure': { prior: 0.3, leadsTo: [] },
} as const satisfies Record<string, { prior: number; leadsTo: readonly string[] }>

export type CauseKind = keyof typeof kinds
export const causeKindNames = Object.keys(kinds) as [CauseKind, ...CauseKind[]]

export function priorOf(kind: CauseKind): number {
  return kinds[kind].prior
}

/** Whether a change of the first kind explains one of the second, directly or through others. */
export function leadsTo(from: CauseKind, to: CauseKind): boolean {
  const seen = new Set<string>([from])
  const next: CauseKind[] = [from]
  for (let kind = next.pop(); kind !== undefined; kind = next.pop())
    for (const reached of kinds[kind].leadsTo as readonly CauseKind[]) {
      if (reached === to) return true
      if (!seen.has(reached)) {
        seen.add(reached)
        next.push(reached)
      }
    }
  return false
}
