import type { LockedTable, Prisma, Transaction } from '@frostline/db'
import type { RunKind } from '@frostline/domain'

type PayloadOf<Model extends Prisma.ModelName> = Prisma.TypeMap['model'][Model]['payload']

/** Every model with a status that belongs to a cluster, or to a schedule of one: a new one must join the list. */
export type RunModel = Exclude<ModelWithStatus, 'Run'> | RunKind

type ModelWithStatus = {
  [Model in Prisma.ModelName]: PayloadOf<Model> extends {
    objects: { cluster: unknown } | { schedule: unknown }
    scalars: { status: unknown }
  }
    ? Model
    : never
}[Prisma.ModelName]

/** What is to be removed or changed. */
export type RunScope = { clusterId: string } | { sourceId: string }

/** Work that has not ended. */
export interface OpenRun {
  /** With `objectId`: its page, as in the audit. */
  objectType: string
  objectId: string
  clusterSlug: string
  name: string
  status: string
  /** Names of nodes of the cluster that it still needs. */
  nodes: readonly string[] | 'all'
  /** The table whose parts it writes. */
  table?: { database: string; table: string }
}

/** How one model, or one kind of run, takes part in the list of open runs. */
export interface OpenRunKind {
  /** "tier migration". */
  word: string
  /** A sentence: what a person can do about an open one. */
  remedy: string
  /** The table whose rows a start, a retry and a worker lock while they change a status. */
  table: LockedTable
  /** Runs of one cluster may need nodes of another. */
  spansClusters: boolean
  hasSource: boolean
  /** Open ones in the scope. */
  list(tx: Transaction, scope: RunScope): Promise<OpenRun[]>
  /** Deletes all of a cluster, with their children. Called when none is open. */
  forget(tx: Transaction, clusterId: string): Promise<{ count: number }>
  /** Locks its rows. Omitted: all rows of `table` in the scope. */
  hold?(tx: Transaction, scope: RunScope): Promise<void>
}

export const pageOf = { select: { slug: true } } as const
