import type { LockedTable, Transaction } from '@frostline/db'
import { type RunKind, type RunKindFacts, type RunOrder, type RunStatus, runKinds } from '@frostline/domain'
import type { ServiceContext } from '../base/context.ts'
import type { AuditFacts, AuditObject } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import type { StoredRun } from './stored-run.ts'

type Details = NonNullable<AuditFacts['details']>

/** What a kind knows of a run. A plan has no run before it is started, and names its cluster itself. */
export interface RowOfKind {
  run: StoredRun | null
  clusterId?: string
  cluster?: { name: string }
}
export type Started<Row> = Row & { run: StoredRun }

export function isStarted<Row extends RowOfKind>(row: Row): row is Started<Row> {
  return row.run !== null
}

/** What verbs need of a kind of run. */
export interface RunOfKind<Row extends RowOfKind> {
  kind: RunKind
  find: (tx: Transaction, id: string) => Promise<Row | null>
  /** Readable name: its table, its folder. */
  nameOf: (row: Row) => string
  /** The object in the audit. Omitted: the kind, and the run. */
  objectOf?: (row: Row) => { objectType: string; objectId?: string }
  detailsOf?: (row: Row, tx: Transaction) => Details | Promise<Details>
  /** What only one run may hold at a time, in readable form. Omitted: its name. */
  claimedBy?: (row: Row) => string
  /** The role that controls this one. Omitted: that of the kind. */
  roleOf?: (row: Row) => RunKindFacts['role']
  /** Nodes that a new generation needs. Omitted: any. */
  listNodes?: (tx: Transaction, id: string) => Promise<string[]>
  /** Cancels its open parts when it is cancelled while no worker has it. Omitted: it has no parts. */
  cancelRest?: (tx: Transaction, id: string, now: Date) => Promise<unknown>
  /** Left out: it has no plans. */
  plans?: {
    table: LockedTable
    /** What an order does with a plan that was not started. Left out: the verbs of the kind decide. */
    order?: (tx: Transaction, ctx: ServiceContext, plan: Row, order: RunOrder) => Promise<RunStatus>
  }
}

export function factsOf({ kind }: { kind: RunKind }): RunKindFacts {
  return runKinds[kind]
}

/** "cache warm-up of db.table". */
export function phraseOf(own: { kind: RunKind }, name: string): string {
  const { noun, preposition } = factsOf(own)
  return `${noun} ${preposition} ${name}`
}

/** @throws ServiceError `not_found` */
export async function findRun<Row extends RowOfKind>(
  tx: Transaction,
  own: RunOfKind<Row>,
  id: string,
): Promise<Row> {
  const row = await own.find(tx, id)
  if (row) return row
  throw unknownRun(own, id)
}

export function unknownRun(own: { kind: RunKind }, id: string): ServiceError {
  return new ServiceError('not_found', `There is no ${factsOf(own).noun} ${id}.`, {
    hint: 'Choose one from the list. The ID may be from another console.',
  })
}

/** For the audit. */
export function describeRun<Row extends RowOfKind>(
  own: RunOfKind<Row>,
  verb: string,
  id: string,
  row: Row | null,
): AuditObject {
  return {
    ...{ action: `${own.kind}.${verb}`, objectType: own.kind, objectId: id },
    ...(row && own.objectOf?.(row)),
    objectName: row ? own.nameOf(row) : id,
    clusterId: row?.run?.clusterId ?? row?.clusterId,
    clusterName: (row?.run ?? row)?.cluster?.name,
  }
}
