import type { CauseKind } from './cause-kinds.ts'

const credentials =
  /Access ?Denied|Access ?Key ?Id|SignatureDoesNotMatch|signature we calculated|Expired ?Token|token has expired|InvalidToken|HTTP response code: 40[13]\b/i
const throttling = /SlowDown|TooManyRequests|Throttl|reduce your request rate|HTTP response code: 503\b/i
const skewed = /RequestTimeTooSkewed|request time and the current time is too large/i
const unresolved = /host not found|Not found address of host|resolve/i

/** A quorum that other replicas did not confirm in time, and reads that refuse replicas which are behind. */
const staleReplicaCodes: ReadonlySet<number> = new Set([285, 286, 319, 369])

/** What an error of a server accuses, by its code and, where one code has several reasons, by the store's own code. */
export function classifyFailure(code: number, message: string): CauseKind {
  if (code === 241) return 'memory-limit'
  if (code === 243) return 'disk-full'
  if (code === 252) return 'too-many-parts'
  if (code === 198) return 'dns-failed'
  if (code === 999 || code === 225) return 'keeper-away'
  if (code === 242) return 'read-only'
  if (staleReplicaCodes.has(code)) return 'replica-lag'
  if (code === 279 || code === 210 || code === 209 || code === 32) return networkKind(message)
  if (code === 499 || code === 86 || code === 1000) return storeKind(message)
  return 'other-failure'
}

function networkKind(message: string): CauseKind {
  return unresolved.test(message) ? 'dns-failed' : 'network-errors'
}

/** Servers show the text of the store, and not always its code. */
function storeKind(message: string): CauseKind {
  // Also a 403: it must come first.
  if (skewed.test(message)) return 'clock-skewed'
  if (credentials.test(message)) return 'credentials-revoked'
  if (throttling.test(message)) return 'store-throttled'
  return unresolved.test(message) ? 'dns-failed' : 'store-errors'
}

/** Codes of statements that people ended or that were never right: they are no failure of the cluster. */
const harmlessCodes: ReadonlySet<number> = new Set([36, 43, 46, 47, 57, 60, 62, 81, 158, 394, 497, 516])

export function isHarmlessFailure(code: number): boolean {
  return harmlessCodes.has(code)
}
