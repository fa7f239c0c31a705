import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  badRowsFilesOf,
  type CommandOutcome,
  dropStagingSettings,
  dropStagingStatements,
  errorRuleOf,
  explain,
  isTableOfAttempt,
  killByInitialIdStatement,
  listColumns,
  QueryFailedError,
  type StagingNames,
  type Statement,
  stagingNames,
  stagingPrefix,
  tableDefinition,
  tableIdentity,
  tablesByPrefix,
  typeSettings,
} from '@frostline/clickhouse'
import {
  listOpenStatements,
  listStagedAttempts,
  recordStatementEnded,
  type StagedAttempt,
} from '@frostline/db'
import { type AttemptPlan, isReplicated, takeOver } from '@frostline/domain'
import { type ConnectedNode, renderStaging, replicatedDdlSettings } from '@frostline/services'
import { z } from 'zod'
import { isRunning } from '../statement/find-out-statement.ts'
import { emptyBadRowsFiles } from './bad-rows.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

const statementTimeoutMs = 60_000
/** A killed INSERT ends at its next block. */
const maxWaitForKilledMs = 60_000
/** A restart takes a node some seconds. */
const maxWaitForNodeMs = 20_000

export type StagingOutcome =
  | { kind: 'ready' }
  /** Later it may succeed. `unreachable`: it costs no attempt to wait for a node. */
  | { kind: 'not-now'; unreachable: boolean; reason: string; code: number | null }
  | { kind: 'refused'; reason: string; code: number | null }

/** The staging tables of one attempt on all its nodes. What is there already is left as it is. */
export async function createStaging(
  task: LoadTask,
  names: StagingNames,
  plan: AttemptPlan<unknown>,
  ownIds: boolean,
): Promise<StagingOutcome> {
  const outcomes = await Promise.all(
    plan.nodeNames.map((name) => createOnNode(task, nodeOf(task, name), names, plan, ownIds)),
  )
  return (
    outcomes.find(({ kind }) => kind === 'refused') ??
    outcomes.find(({ kind }) => kind === 'not-now') ?? { kind: 'ready' }
  )
}

async function createOnNode(
  { spec }: LoadTask,
  node: ConnectedNode,
  names: StagingNames,
  plan: AttemptPlan<unknown>,
  ownIds: boolean,
): Promise<StagingOutcome> {
  const { database, table, replicated } = spec.landing
  try {
    const [identity, present, definition] = await Promise.all([
      node.client.query(tableIdentity, { database, table }),
      node.client.query(listColumns, { database, table }),
      replicated ? node.client.query(tableDefinition, { database, table }) : null,
    ])
    const [found] = identity.rows
    const fault = explainLanding(found?.engine, `${database}.${table} on ${node.name}`, replicated)
    if (fault !== null) return { kind: 'refused', reason: fault, code: null }
    const known = new Map(present.rows.map(({ name, type }) => [name, type]))
    const missing = spec.mapping.find(({ column }) => !known.has(column))
    if (missing)
      return {
        kind: 'refused',
        reason: `${database}.${table} on ${node.name} has no column ${missing.column}. Plan the load again.`,
        code: null,
      }
    const waves = renderStaging(spec, names, plan, {
      typeOf: (column) => known.get(column) ?? '',
      replicatedEngine: definition?.rows[0]?.engine_full ?? null,
      serverVersion: found?.server_version ?? '',
      ownIds,
    })
    for (const wave of waves) {
      const outcomes = await Promise.all(wave.map((statement) => send(node, statement)))
      for (const outcome of outcomes) if (outcome.kind !== 'ok') return judge(node, outcome)
    }
    return { kind: 'ready' }
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    return judge(node, { ...error.failure, queryId: '', elapsedMs: 0 })
  }
}

/** Rows reach the landing table as whole partitions alone, so it has to have some of its own. */
function explainLanding(engine: string | undefined, table: string, replicated: boolean): string | null {
  if (engine === undefined) return `There is no table ${table}. Create it, then retry.`
  if (engine.startsWith('Shared') || (isReplicated(engine) && !replicated))
    return `${table} is a ${engine} table, for which this load was not planned. Plan it again.`
  if (!engine.endsWith('MergeTree')) return `${table} is a ${engine} table. Loads need MergeTree tables.`
  return null
}

function judge(
  node: ConnectedNode,
  outcome: Exclude<CommandOutcome, { kind: 'ok' }>,
): Exclude<StagingOutcome, { kind: 'ready' }> {
  const reason = `${node.name}: ${explain(outcome)}`
  if (outcome.kind !== 'refused') return { kind: 'not-now', unreachable: true, reason, code: null }
  const { code } = outcome.error
  const rule = errorRuleOf(code)
  return rule.class === 'retry-backoff' || rule.class === 'retry-soon' || rule.class === 'cancelled'
    ? { kind: 'not-now', unreachable: false, reason, code }
    : { kind: 'refused', reason, code }
}

/**
 * Statements of the batch whose end nobody saw are stopped everywhere; then the staging tables of the attempt are dropped.
 * By now nobody may go on from it: the ledger says so, or the batch has failed.
 */
export async function abandonAttempt(task: LoadTask, batchId: string, names: StagingNames): Promise<void> {
  const { db, now } = task.deps
  const open = await listOpenStatements(db, batchId)
  const ids = open.map(({ queryId }) => queryId)
  if (ids.length > 0) await stopStatements(task, ids)
  for (const queryId of ids)
    await recordStatementEnded(db, queryId, {
      status: 'unknown',
      error: 'Its end was not observed. Its staged rows were dropped.',
      now: now(),
    })
  await dropStaging(task, names)
}

/**
 * Kills what runs of the statements on any node, and waits until it is gone. A node that cannot be asked is left out: what
 * runs there can write into tables of a former attempt alone, and nothing of those is ever published.
 */
export async function stopStatements(task: LoadTask, queryIds: readonly string[]): Promise<void> {
  await Promise.all(
    task.nodes.map(async (node) => {
      const deadline = performance.now() + maxWaitForKilledMs
      while (performance.now() < deadline) {
        const running = await isRunning(node, queryIds)
        if (running !== true) return
        await send(node, killByInitialIdStatement(queryIds))
        await sleep(200)
      }
    }),
  )
}

export async function dropStaging(task: LoadTask, names: StagingNames): Promise<void> {
  const { database } = task.spec.landing
  await Promise.all(
    task.nodes.map(async (node) => {
      try {
        const present = await node.client.query(tablesByPrefix, { database, prefix: names.data })
        const own = present.rows.filter(({ name }) => isTableOfAttempt(names, name))
        await dropTables(
          node,
          database,
          own.map(({ name }) => name),
        )
        if (task.spec.badRows.kind !== 'fail') await emptyBadRowsFiles(node, badRowsFilesOf(names))
      } catch (error) {
        tellLeft(task, node, error)
      }
    }),
  )
}

/**
 * Whatever attempts of the job have left behind and nobody will go on from, also on a node that is away for a moment; after
 * that it is the sweep's. Only when no batch of it is being published.
 */
export async function dropAllStaging(task: LoadTask): Promise<void> {
  const { database } = task.spec.landing
  const { id: jobId } = task.run
  const prefix = stagingPrefix(jobId)
  const kept = namesOf(jobId, await listStagedAttempts(task.deps.db, jobId))
  const isKept = (table: string) => kept.some((names) => isTableOfAttempt(names, table))
  const end = performance.now() + maxWaitForNodeMs
  await Promise.all(
    task.nodes.map(async (node) => {
      // A node that was lost is not waited for: the sweep sees to it.
      const deadline = isLost(task, node.name) ? 0 : end
      for (;;) {
        try {
          const { rows } = await node.client.query(tablesByPrefix, { database, prefix })
          await dropTables(
            node,
            database,
            rows.flatMap(({ name }) => (isKept(name) ? [] : [name])),
          )
          if (task.spec.badRows.kind !== 'fail')
            await emptyBadRowsFiles(node, prefix, kept.map(badRowsFilesOf))
          return
        } catch (error) {
          const away = error instanceof QueryFailedError && error.failure.kind !== 'refused'
          if (!away || performance.now() > deadline) return tellLeft(task, node, error)
          await sleep(500)
        }
      }
    }),
  )
}

function isLost({ job }: LoadTask, node: string): boolean {
  return z
    .array(takeOver)
    .parse(job.takeOvers)
    .some(({ lost }) => lost === node)
}

export function namesOf(jobId: string, attempts: readonly StagedAttempt[]): StagingNames[] {
  return attempts.map(({ ordinal, attempt }) => stagingNames(jobId, ordinal, attempt))
}

export async function dropTables(
  node: ConnectedNode,
  database: string,
  tables: readonly string[],
): Promise<void> {
  for (const wave of dropStagingStatements(database, tables)) {
    const outcomes = await Promise.all(wave.map((statement) => send(node, statement, dropStagingSettings)))
    for (const outcome of outcomes) if (outcome.kind !== 'ok') throw new Error(explain(outcome))
  }
}

function tellLeft(task: LoadTask, node: ConnectedNode, error: unknown): void {
  task.deps.log.warn(
    { ...task.run, node: node.name, error },
    'Staging tables could not be dropped; they are when the job ends, or by a sweep when the node is back',
  )
}

function send(
  node: ConnectedNode,
  { sql, params }: Statement,
  settings: Record<string, string> = {},
): Promise<CommandOutcome> {
  return node.client.command({
    sql,
    params,
    // Staging tables of a Replicated database are made and dropped on all its replicas.
    settings: { ...typeSettings, ...replicatedDdlSettings, ...settings },
    queryId: `frostline-load-${randomUUID()}`,
    timeoutMs: statementTimeoutMs,
    purpose: 'load-job',
  })
}
