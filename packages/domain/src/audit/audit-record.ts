import { canonicalJson, type JsonValue } from './canonical-json.ts'

/** Of the fields of a record and the lines that are made of it. A change of either is a new version. */
const AUDIT_RECORD_VERSION = 1

/** The columns of an entry that its hash covers: all of them but its place in the chain. */
export interface AuditFields {
  id: string
  at: Date
  actorType: string
  actorId: string | null
  actorName: string
  action: string
  objectType: string
  objectId: string | null
  objectName: string
  clusterId: string | null
  clusterName: string | null
  statements: unknown
  details: unknown
  outcome: string
  error: string | null
}

/** An entry in the chain. */
export interface ChainedEntry extends AuditFields {
  sequence: bigint
  previousHash: string
  hash: string
}

/** The text whose SHA-256 is the hash of an entry: what it says, its place, and the hash of the entry before. */
export function auditHashText(entry: Omit<ChainedEntry, 'hash'>): string {
  return canonicalJson(toRecord(entry))
}

/** One line of an export, without its end. Without its member `hash`, it is the text that was hashed. */
export function auditLine({ hash, ...entry }: ChainedEntry): string {
  return canonicalJson({ ...toRecord(entry), hash })
}

function toRecord(entry: Omit<ChainedEntry, 'hash'>): Record<string, JsonValue> {
  return {
    version: AUDIT_RECORD_VERSION,
    sequence: Number(entry.sequence),
    previousHash: entry.previousHash,
    id: entry.id,
    at: entry.at.toISOString(),
    actorType: entry.actorType,
    actorId: entry.actorId,
    actorName: entry.actorName,
    action: entry.action,
    objectType: entry.objectType,
    objectId: entry.objectId,
    objectName: entry.objectName,
    clusterId: entry.clusterId,
    clusterName: entry.clusterName,
    statements: entry.statements as JsonValue,
    details: entry.details as JsonValue,
    outcome: entry.outcome,
    error: entry.error,
  }
}
