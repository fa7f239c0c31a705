import type { CauseKind } from './cause-kinds.ts'
import { measureOf } from './measures.ts'
import type { TimelineSeries } from './timeline.ts'

const words: Partial<Record<CauseKind, string>> = {
  'store-slow': 'Read requests to object storage became slower',
  'store-throttled': 'Object storage throttled requests',
  'store-errors': 'Requests to object storage failed',
  'store-requests': 'Requests to object storage increased',
  'credentials-revoked': 'Object storage refused the credentials',
  'dns-failed': 'A host name could not be resolved',
  'memory-limit': 'Queries reached a memory limit',
  'disk-full': 'A disk had no space left',
  'too-many-parts': 'Inserts were refused: too many parts',
  'network-errors': 'Nodes could not be reached by other nodes',
  'clock-skewed': 'Object storage refused the clock of a node',
  'keeper-away': 'Keeper did not answer',
  'read-only': 'Tables were read-only',
  'cache-missed': 'The cache hit ratio fell',
  'cache-evicted': 'Cache evictions increased',
  'cache-filled': 'More was written into the cache',
  'multipart-left': 'Multipart uploads were begun and not ended',
  'part-count': 'The number of active parts increased',
  'replica-lag': 'Replicas fell behind',
  'server-errors': 'The server logged more errors',
}

const ofSubject: Partial<Record<CauseKind, (label: string) => string>> = {
  scan: (label) => `A query read more from object storage: ${label}`,
  load: (label) => `A load from object storage began: ${label}`,
  'query-load': (label) => `A query was sent more often: ${label}`,
  'ttl-moves': (label) => `TTL moves of ${label} began`,
  moves: (label) => `Moves of ${label} began`,
  fetches: (label) => `Fetches of ${label} began`,
  merges: (label) => `Merges of ${label} increased`,
  mutation: (label) => `A mutation of ${label} rewrote parts`,
  'new-parts': (label) => `Inserts made more new parts in ${label}`,
  'insert-load': (label) => `Inserts into ${label} increased`,
}

const longestLabel = 90

/** What changed, as the begin of a sentence that its figure ends. */
export function describeCause(kind: CauseKind, { label, subject, measure }: TimelineSeries): string {
  if (measure === 'disk-used') return `Disk ${label} filled up`
  const own = ofSubject[kind]
  if (own) return own(label)
  if (kind === 'other-failure') return `Queries failed with code ${codeOf(subject)}: ${cut(label)}`
  return words[kind] ?? measureOf(measure).noun
}

export function describeSymptom({ measure, subject, label }: TimelineSeries): string {
  if (measure === 'failures') return `Queries failed with code ${codeOf(subject)} (${cut(label)})`
  return `${measureOf(measure).noun} of form ${subject.slice(0, 4).toLowerCase()} (${cut(label)})`
}

/** Of failures: the code of the server, and what the store said where it said something. */
function codeOf(subject: string): string {
  return subject.split(' ')[0] ?? subject
}

function cut(text: string): string {
  return text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text
}

/** Each once, in order. Empty names are of no node. */
export function listNodes(names: readonly string[]): string[] {
  return [...new Set(names.filter((name) => name !== ''))].toSorted()
}
