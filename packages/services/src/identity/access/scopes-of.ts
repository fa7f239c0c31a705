import type { Transaction } from '@frostline/db'
import { cacheTask, landingTableOf, nameArchiveView, type Scope } from '@frostline/domain'
import { z } from 'zod'

/** What an object of the ledger touches. Undefined: there is no such object. */
export type Scopes = readonly Scope[] | undefined

const tables = z.array(z.object({ database: z.string(), table: z.string() }))
const tablesOfSpec = z.object({ target: tables.element, badRows: z.unknown().optional() })

interface Placed {
  clusterId: string
  database: string | null
  table: string | null
}

function scopeOf({ clusterId, database, table }: Placed): Scope {
  return database === null || table === null
    ? { kind: 'cluster', clusterId }
    : { kind: 'table', clusterId, database, table }
}

const placed = { clusterId: true, database: true, table: true } as const

/** The id of a cluster by id or slug. */
export async function findClusterId(tx: Transaction, cluster: string): Promise<string | undefined> {
  const found = await tx.cluster.findFirst({
    where: { OR: [{ slug: cluster }, { id: cluster }] },
    select: { id: true },
  })
  return found?.id
}

export async function scopesOfRun(tx: Transaction, id: string): Promise<Scopes> {
  const run = await tx.run.findUnique({ where: { id }, select: { ...placed, kind: true } })
  if (!run) return undefined
  return [run.kind === 'change-set' ? { kind: 'everything' } : scopeOf(run)]
}

export async function scopesOfMigration(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.tierMigration.findUnique({ where: { id }, select: placed })
  return found ? [scopeOf(found)] : undefined
}

export async function scopesOfExit(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.zeroCopyExit.findUnique({ where: { id }, select: placed })
  return found ? [scopeOf(found)] : undefined
}

export async function scopesOfBatch(tx: Transaction, id: string): Promise<Scopes> {
  const members = await tx.tierMigration.findMany({ where: { batchId: id }, select: placed })
  return members.length === 0 ? undefined : members.map(scopeOf)
}

/** The archive, and the table that a restore of it writes. Null: the one that was archived. */
export async function scopesOfArchive(
  tx: Transaction,
  id: string,
  restoredTo: string | null = null,
): Promise<Scopes> {
  const archive = await tx.archive.findUnique({
    where: { id },
    select: { database: true, table: true, run: { select: { clusterId: true } } },
  })
  if (!archive) return undefined
  const at = { clusterId: archive.run.clusterId, database: archive.database, table: archive.table }
  return [scopeOf(at), ...(restoredTo === null ? [] : [scopeOf({ ...at, table: restoredTo })])]
}

/** The table, and the view over it: the existing one, or the one that would be created. */
export async function scopesOfArchiveView(
  tx: Transaction,
  at: { clusterId: string; database: string; table: string },
  wanted: string | null = null,
): Promise<Scope[]> {
  const view = await tx.archiveView.findUnique({
    where: { clusterId_database_table: at },
    select: { name: true },
  })
  const name = view?.name ?? wanted ?? nameArchiveView(at.table)
  return [scopeOf(at), scopeOf({ ...at, table: name })]
}

export async function scopesOfArchiveSchedule(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.archiveSchedule.findUnique({ where: { id }, select: placed })
  return found ? [scopeOf(found)] : undefined
}

export async function scopesOfTierSchedule(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.tierSchedule.findUnique({ where: { id } })
  return found ? tierScheduleScopes(found) : undefined
}

export function tierScheduleScopes(schedule: { clusterId: string; tables: unknown }): Scope[] {
  return tables.parse(schedule.tables).map((at) => scopeOf({ clusterId: schedule.clusterId, ...at }))
}

export async function scopesOfCacheSchedule(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.cacheSchedule.findUnique({ where: { id } })
  return found ? cacheScheduleScopes(found) : undefined
}

/** A cache holds data of many tables, so that whoever drops of it may see the whole cluster. */
export function cacheScheduleScopes(schedule: { clusterId: string; task: unknown }): Scope[] {
  const task = cacheTask.parse(schedule.task)
  const { clusterId } = schedule
  return [
    task.kind === 'warmup'
      ? { kind: 'table', clusterId, database: task.spec.database, table: task.spec.table }
      : { kind: 'cluster', clusterId },
  ]
}

export async function scopesOfPipeline(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.loadPipeline.findUnique({ where: { id }, select: { clusterId: true, spec: true } })
  return found ? pipelineScopes(found) : undefined
}

export function pipelineScopes({ clusterId, spec }: { clusterId: string; spec: unknown }): Scope[] {
  return loadTableScopes(clusterId, tablesOfSpec.parse(spec))
}

/** Bad rows may go into a table of their own. */
export function loadTableScopes(
  clusterId: string,
  load: { target: { database: string; table: string }; badRows?: unknown },
): Scope[] {
  const into = z.object({ into: tables.element }).safeParse(load.badRows).data?.into
  return [load.target, ...(into ? [into] : [])].map((at) => scopeOf({ clusterId, ...at }))
}

/** Over a cluster, the rows of the Distributed table lie in local tables. */
export function createdTableScopes(clusterId: string, wanted: Parameters<typeof landingTableOf>[0]): Scope[] {
  const { database, table } = wanted
  return [{ database, table }, landingTableOf(wanted)].map((at) => scopeOf({ clusterId, ...at }))
}

export async function scopesOfAlert(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.alert.findUnique({ where: { id }, select: placed })
  return found ? [scopeOf(found)] : undefined
}

export async function scopesOfSource(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.source.findUnique({ where: { id }, select: { name: true } })
  return found ? [{ kind: 'source', source: found.name }] : undefined
}

export async function scopesOfProposal(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.storageProposal.findUnique({ where: { id }, select: { clusterId: true } })
  return found ? [{ kind: 'cluster', ...found }] : undefined
}

export async function scopesOfRollout(tx: Transaction, id: string): Promise<Scopes> {
  const found = await tx.storageRollout.findUnique({
    where: { id },
    select: { proposal: { select: { clusterId: true } } },
  })
  return found ? [{ kind: 'cluster', ...found.proposal }] : undefined
}
