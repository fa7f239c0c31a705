/** Worst first. `unknown`: it could not be read, which is never healthy. */
export const replicationSeverities = ['critical', 'warning', 'unknown', 'notice'] as const
type ReplicationSeverity = (typeof replicationSeverities)[number]

export interface ReplicationProblem {
  severity: ReplicationSeverity
  text: string
}

/** A replica counts as behind from this delay on. */
const behindSeconds = 60
/** The default of max_replica_delay_for_distributed_queries: Distributed tables then prefer other replicas. */
export const farBehindSeconds = 300
/** An entry that failed this often does not succeed by itself. */
const stuckTries = 10

interface ReplicaQueueGroup {
  type: string
  entries: number
  failing: number
  maxTries: number
  part: string
  lastException: string | null
}

export interface ReplicaFacts {
  readOnly: boolean
  sessionExpired: boolean
  /** Keeper's error when the server asked for the replica; null if unknown. */
  keeperException: string | null
  delaySeconds: number
  queue: readonly ReplicaQueueGroup[]
  lostParts: number | null
}

/** Problems of one replica by itself, worst first. */
export function judgeReplica(facts: ReplicaFacts): ReplicationProblem[] {
  const { delaySeconds, queue, lostParts } = facts
  const problems: ReplicationProblem[] = []
  const readOnly = explainReadOnly(facts)
  if (readOnly !== null) problems.push({ severity: 'critical', text: `Read-only: ${readOnly}` })
  // Without a session the delay counts from the last contact with Keeper, which is not how far the data is behind.
  if (delaySeconds >= behindSeconds && !facts.sessionExpired)
    problems.push({
      severity: delaySeconds >= farBehindSeconds ? 'critical' : 'warning',
      text: `Behind by ${delayText(delaySeconds)}.`,
    })
  for (const { type, part, maxTries, lastException } of queue)
    if (lastException !== null)
      problems.push({
        severity: maxTries >= stuckTries ? 'critical' : 'warning',
        text: `${type} of ${part} failed after ${maxTries} ${maxTries === 1 ? 'try' : 'tries'}: ${lastException}`,
      })
  if (lostParts !== null && lostParts > 0)
    problems.push({
      severity: 'warning',
      text: `${lostParts} ${lostParts === 1 ? 'part was' : 'parts were'} lost: no replica had ${lostParts === 1 ? 'it' : 'them'}.`,
    })
  return sortProblems(problems)
}

/** Why a replica is read-only; null when it accepts writes. */
export function explainReadOnly(
  facts: Pick<ReplicaFacts, 'readOnly' | 'sessionExpired' | 'keeperException'>,
): string | null {
  if (facts.sessionExpired) return 'Keeper session expired.'
  if (!facts.readOnly) return null
  if (isMetadataLost(facts)) return 'its metadata is missing in Keeper. SYSTEM RESTORE REPLICA recreates it.'
  return facts.keeperException ?? 'the server reports no reason. See its log.'
}

/** Keeper answers, and does not have the replica. */
export function isMetadataLost({
  readOnly,
  sessionExpired,
  keeperException,
}: Parameters<typeof explainReadOnly>[0]): boolean {
  return readOnly && !sessionExpired && /no node/i.test(keeperException ?? '')
}

export function sortProblems(problems: readonly ReplicationProblem[]): ReplicationProblem[] {
  const rank = ({ severity }: ReplicationProblem) => replicationSeverities.indexOf(severity)
  return problems.toSorted((a, b) => rank(a) - rank(b))
}

export function delayText(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h`
}
