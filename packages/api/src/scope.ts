import {
  createdTableScopes,
  findClusterId,
  loadTableScopes,
  type Scope,
  type Scopes,
  type ServiceContext,
  scopesOfAlert,
  scopesOfArchive,
  scopesOfArchiveSchedule,
  scopesOfArchiveView,
  scopesOfBatch,
  scopesOfCacheSchedule,
  scopesOfExit,
  scopesOfMigration,
  scopesOfPipeline,
  scopesOfProposal,
  scopesOfRollout,
  scopesOfRun,
  scopesOfSource,
  scopesOfTierSchedule,
} from '@frostline/services'
import { z } from 'zod'

type Db = ServiceContext['db']

/**
 * Where a caller needs the role of a procedure.
 * - `everything`: on everything, as for settings of the installation.
 * - `own`: nowhere. It is about the caller's own account.
 * - `listed`: on something. The verb leaves out what the caller may not see.
 * - `object`: on what the input names. `scopesOf` returns undefined for an object that does not exist.
 */
export type ProcedureScope =
  | { kind: 'everything' | 'own' | 'listed' }
  | { kind: 'object'; name: string; scopesOf: (db: Db, input: unknown) => Promise<Scopes> }

export const everything: ProcedureScope = { kind: 'everything' }
export const own: ProcedureScope = { kind: 'own' }
export const listed: ProcedureScope = { kind: 'listed' }

/** The procedure's schema has parsed the input already. This reads the fields that name the object. */
function object<Fields extends z.ZodRawShape>(
  name: string,
  fields: Fields,
  scopesOf: (db: Db, input: z.output<z.ZodObject<Fields>>) => Promise<Scopes>,
): ProcedureScope {
  const schema = z.object(fields)
  return { kind: 'object', name, scopesOf: async (db, input) => scopesOf(db, schema.parse(input)) }
}

const byId = (name: string, scopesOf: (db: Db, id: string) => Promise<Scopes>, field = 'id') =>
  object(name, { [field]: z.string() }, (db, input) => scopesOf(db, String(input[field])))

const cluster = z.string()
const name = z.string()
const tableName = z.object({ database: name, table: name })

/** Scopes within the cluster of an input. */
async function within(db: Db, of: string, scopesOf: (clusterId: string) => Scope[]): Promise<Scopes> {
  const clusterId = await findClusterId(db, of)
  return clusterId === undefined ? undefined : scopesOf(clusterId)
}

/** All that a request touches, of several readings. Undefined where one of the objects does not exist. */
async function all(...readings: Promise<Scopes>[]): Promise<Scopes> {
  const scopes = await Promise.all(readings)
  return scopes.some((each) => each === undefined) ? undefined : scopes.flatMap((each) => each ?? [])
}

const inTable = (clusterId: string, at: { database: string; table: string }): Scope => ({
  kind: 'table',
  clusterId,
  ...at,
})

/** Figures and objects of a whole cluster. */
export const wholeCluster = object('cluster', { cluster }, (db, input) =>
  within(db, input.cluster, (clusterId) => [{ kind: 'cluster', clusterId }]),
)

/** The same where the cluster is a filter, or chooses where a setting applies. Left out: everything. */
export const clusterOrEverything = object(
  'cluster, or everything',
  { cluster: cluster.nullish() },
  (db, input) =>
    input.cluster == null
      ? Promise.resolve([{ kind: 'everything' }])
      : within(db, input.cluster, (clusterId) => [{ kind: 'cluster', clusterId }]),
)

/** A list within a cluster. The verb leaves out tables that the caller may not see. */
export const tablesOfCluster = object('some tables of a cluster', { cluster }, (db, input) =>
  within(db, input.cluster, (clusterId) => [{ kind: 'cluster-name', clusterId }]),
)

export const oneTable = object('table', { cluster, ...tableName.shape }, (db, { cluster: of, ...at }) =>
  within(db, of, (clusterId) => [inTable(clusterId, at)]),
)

/** The table, and the view over the table and its archives. */
export const tableAndArchiveView = object(
  'table and view',
  { cluster, ...tableName.shape, name: name.optional() },
  async (db, { cluster: of, name: wanted, ...at }) => {
    const clusterId = await findClusterId(db, of)
    return clusterId === undefined ? undefined : scopesOfArchiveView(db, { clusterId, ...at }, wanted)
  },
)

/** One table where the filter names one, otherwise the whole cluster. */
export const tableOrCluster = object(
  'table, or cluster',
  { cluster, database: name.optional(), table: name.optional(), migrationId: z.string().optional() },
  (db, { cluster: of, database, table, migrationId }) =>
    all(
      within(db, of, (clusterId) => [
        database === undefined || table === undefined
          ? { kind: 'cluster', clusterId }
          : inTable(clusterId, { database, table }),
      ]),
      ...(migrationId === undefined ? [] : [scopesOfMigration(db, migrationId)]),
    ),
)

/** Each table of a list; a pattern besides them matches only tables that the caller may see. */
export const severalTables = object(
  'tables',
  { cluster, tables: z.array(tableName).default([]) },
  (db, { cluster: of, tables }) =>
    within(db, of, (clusterId) =>
      tables.length === 0
        ? [{ kind: 'cluster-name', clusterId }]
        : tables.map((at) => inTable(clusterId, at)),
    ),
)

export const warmedTable = object('table', { cluster, spec: tableName }, (db, { cluster: of, spec }) =>
  within(db, of, (clusterId) => [inTable(clusterId, spec)]),
)

/** The table that a schedule warms; for other tasks the whole cluster. */
export const cacheTaskScope = object(
  'table, or cluster',
  { cluster, task: z.object({ kind: z.string(), spec: tableName.optional() }) },
  (db, { cluster: of, task }) =>
    within(db, of, (clusterId) => [
      task.kind === 'warmup' && task.spec ? inTable(clusterId, task.spec) : { kind: 'cluster', clusterId },
    ]),
)

const sourceRef = z.object({ id: z.string() })

export const oneSource = byId('source', scopesOfSource)
export const givenSource = object('source', { source: sourceRef }, (db, { source }) =>
  scopesOfSource(db, source.id),
)
/** Objects of a source that a node of the cluster reads. */
export const sourceAndCluster = object('source', { cluster, id: z.string() }, (db, input) =>
  all(
    scopesOfSource(db, input.id),
    within(db, input.cluster, (clusterId) => [{ kind: 'cluster-name', clusterId }]),
  ),
)
export const inspectedSource = object('source', { cluster, source: sourceRef }, (db, input) =>
  all(
    scopesOfSource(db, input.source.id),
    within(db, input.cluster, (clusterId) => [{ kind: 'cluster-name', clusterId }]),
  ),
)
export const tableAndSource = object(
  'table and source',
  { cluster, ...tableName.shape, source: sourceRef },
  (db, { cluster: of, source, ...at }) =>
    all(
      within(db, of, (clusterId) => [inTable(clusterId, at)]),
      scopesOfSource(db, source.id),
    ),
)
export const loadScope = object(
  'table and source',
  { cluster, source: sourceRef, target: tableName, badRows: z.unknown().optional() },
  (db, { cluster: of, source, ...load }) =>
    all(
      within(db, of, (clusterId) => loadTableScopes(clusterId, load)),
      scopesOfSource(db, source.id),
    ),
)

/** A table that a load makes: over a cluster it has local tables beside. */
export const createdTable = object(
  'table',
  { cluster, wanted: tableName.extend({ cluster: z.string().nullable() }) },
  (db, { cluster: of, wanted }) => within(db, of, (clusterId) => createdTableScopes(clusterId, wanted)),
)

/** A retry may choose another table for bad rows. */
export const retriedLoad = object(
  'run',
  { id: z.string(), badRows: z.unknown().optional() },
  async (db, { id, badRows }) => {
    const scopes = await scopesOfRun(db, id)
    const [first] = scopes ?? []
    if (first?.kind !== 'table') return scopes
    return loadTableScopes(first.clusterId, { target: first, badRows })
  },
)

export const oneRun = byId('run', scopesOfRun)
export const ofAudit = byId('run', scopesOfRun, 'auditId')
/** A run, or a plan that may become one under the same id. */
export const oneHeldRun = byId(
  'run or plan',
  async (db, id) =>
    (await scopesOfRun(db, id)) ?? (await scopesOfMigration(db, id)) ?? (await scopesOfExit(db, id)),
)
export const oneMigration = byId('tier migration', scopesOfMigration)
export const oneExit = byId('zero-copy exit', scopesOfExit)
export const oneBatch = byId('tier batch', scopesOfBatch)
export const oneTierSchedule = byId('schedule', scopesOfTierSchedule)
/** The tables of the schedule, and those that it shall have. */
export const changedTierSchedule = object(
  'schedule',
  { id: z.string(), tables: z.array(tableName) },
  async (db, { id, tables }) => {
    const scopes = await scopesOfTierSchedule(db, id)
    const [first] = scopes ?? []
    if (!scopes || first?.kind !== 'table') return scopes
    return [...scopes, ...tables.map((at) => inTable(first.clusterId, at))]
  },
)
export const oneCacheSchedule = byId('schedule', scopesOfCacheSchedule)
export const oneArchiveSchedule = byId('schedule', scopesOfArchiveSchedule)
export const onePipeline = byId('pipeline', scopesOfPipeline)
export const oneAlert = byId('alert', scopesOfAlert)
export const oneProposal = byId('storage proposal', scopesOfProposal)
export const oneRollout = byId('storage rollout', scopesOfRollout)
/** The archive, and the table that is restored. */
export const restoredArchive = object(
  'archive',
  { archiveId: z.string(), table: z.string().optional() },
  (db, { archiveId, table }) => scopesOfArchive(db, archiveId, table ?? null),
)
