import { notifyChange, type Transaction } from '@frostline/db'
import type { AuditOutcome } from './audit-outcome.ts'
import type { ServiceContext } from './context.ts'

/** A statement as it was sent; bound values are not part of it. */
export interface AuditStatement {
  node: string
  sql: string
  queryId: string
}

/** The object of an action. Names are copied into the entry, which outlives its object. */
export interface AuditObject {
  /** Verb and noun, such as `cluster.register`. */
  action: string
  objectType: string
  objectId?: string | undefined
  objectName: string
  clusterId?: string | undefined
  clusterName?: string | undefined
}

export interface AuditFacts extends AuditObject {
  /** `requested`: accepted, and the outcome follows in another entry. */
  outcome: AuditOutcome
  statements?: AuditStatement[] | undefined
  /** JSON. Never a password, a key or a token. */
  details?: Record<string, string | number | boolean | null | string[]> | undefined
  error?: string | undefined
}

/** Records who did what. Called within the transaction of the change: both are stored or neither. */
export async function recordAudit(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'actor' | 'now'>,
  facts: AuditFacts,
): Promise<void> {
  const entry = await tx.auditEntry.create({
    select: { id: true },
    data: {
      at: ctx.now(),
      actorType: ctx.actor.type,
      actorId: ctx.actor.id,
      actorName: ctx.actor.name,
      action: facts.action,
      objectType: facts.objectType,
      objectId: facts.objectId ?? null,
      objectName: facts.objectName,
      clusterId: facts.clusterId ?? null,
      clusterName: facts.clusterName ?? null,
      statements: (facts.statements ?? []).map(({ node, sql, queryId }) => ({ node, sql, queryId })),
      details: facts.details ?? {},
      outcome: facts.outcome,
      error: facts.error ?? null,
    },
  })
  await notifyChange(tx, 'audit', entry.id)
}
