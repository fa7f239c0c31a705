import { randomUUID } from 'node:crypto'
import {
  copyableSql,
  createTrialTableStatement,
  dropStagingSettings,
  dropStagingStatements,
  explain,
  flushLogsStatement,
  interactiveS3Settings,
  loadInsertSettings,
  loadTrialStatement,
  observeParts,
  QueryFailedError,
  renderStructure,
  statementCosts,
  type TableRef,
  tablesByPrefix,
  trialSettings,
  trialTablePrefix,
} from '@frostline/clickhouse'
import {
  commonSafePrefix,
  extrapolateTrial,
  type LoadSpec,
  pathColumnSettings,
  shareObjects,
  type TrialRun,
  textReadingSettings,
} from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { replicatedDdlSettings } from '../../platform/reading/database-group.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import type { OpenSource } from '../source/open-source.ts'
import { planLoad } from './plan-load.ts'
import { allowBadRows, requireExpressions } from './require-expressions.ts'
import { type LoadDraft, type LoadTrial, loadDraft } from './schema.ts'

const readSeconds = 4
const loadSeconds = 6
/** Enough that no node reads one odd object alone. */
const objectsPerNode = 3
const leftBehindMs = 600_000

interface Share {
  node: ConnectedNode
  objects: StoredObject[]
  bytes: bigint
}

/**
 * A part of the load, twice, for some seconds each: read and thrown away, then read into a scratch table, by the nodes
 * that would read, at the same time. It tells the share of the network and of parsing from that of writing, and what the
 * whole load would take. The scratch tables are dropped whatever happens.
 * @throws ServiceError `invalid` for what a load would be refused for, `refused` in the words of the node.
 */
export async function tryLoad(ctx: ServiceContext, given: LoadDraft): Promise<LoadTrial> {
  const name = `${given.target.database}.${given.target.table}`
  const about = { action: 'load-trial.run', objectType: 'table', objectName: name }
  await authorize(ctx, 'operator', about)
  const draft = parseInput(loadDraft, given)
  const plan = await planLoad(ctx, draft)
  const cluster = await ctx.clusters.get(draft.cluster)
  const { spec, objects } = plan
  const shares = shareSample(spec, objects, cluster.nodes)
  const scratch = { database: spec.landing.database, table: nameScratch(ctx.now()) }
  const trial = await withBucket(ctx, draft.source, async (source) => {
    const since = new Date(ctx.now().getTime() - 60_000)
    const run = (into: TableRef | null, seconds: number) =>
      Promise.all(shares.map((share) => runOne(spec, source, share, into, seconds, since)))
    await Promise.all(shares.map(({ node }) => requireExpressions(node, spec)))
    try {
      const engine = spec.landing.replicated ? plan.target.landing.engineFull : null
      await Promise.all(shares.map(({ node }) => createScratch(node, spec.landing, scratch, engine)))
      const reads = await run(null, readSeconds)
      const loads = await run(scratch, loadSeconds)
      const sizes = await Promise.all(shares.map(({ node }) => sizeOf(node, scratch)))
      return { reads, loads: loads.map((load, index) => ({ ...load, diskBytes: sizes[index] ?? 0n })) }
    } finally {
      await Promise.all(shares.map(({ node }) => dropScratch(node, scratch, ctx.now())))
    }
  })
  const totalBytes = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n)
  const estimate = extrapolateTrial(totalBytes, trial.reads, trial.loads)
  if (estimate === null)
    throw new ServiceError('refused', 'Nothing was read within the time limit.', {
      hint: 'Test the source. The store may be slow, or the sample objects may have no rows.',
    })
  await recordAudit(ctx.db, ctx, {
    ...about,
    clusterId: cluster.id,
    clusterName: cluster.name,
    outcome: 'succeeded',
    statements: [...trial.reads, ...trial.loads].map(({ node, sql, queryId }) => ({ node, sql, queryId })),
  })
  return {
    observedAt: plan.observedAt,
    sampleObjects: shares.reduce((sum, share) => sum + share.objects.length, 0),
    sampleBytes: shares.reduce((sum, { bytes }) => sum + bytes, 0n),
    totalBytes,
    ...estimate,
    nodes: trial.loads.map((load, index) => ({
      node: load.node,
      reading: figuresOf(trial.reads[index] ?? load),
      loading: figuresOf(load),
      diskBytes: load.diskBytes,
      peakMemoryBytes: load.peakMemoryBytes,
    })),
    sql: [...trial.reads, ...trial.loads].map(({ node, sql }, index) => ({
      name: index < trial.reads.length ? 'read_only' : 'read_into_scratch_table',
      node,
      sql,
    })),
  }
}

function figuresOf({ readBytes, rows, elapsedMs, cutOff }: TrialRun): LoadTrial['nodes'][number]['reading'] {
  return { readBytes, rows, elapsedMs, cutOff }
}

/** Objects from all over the manifest, shared out among the nodes that would read. */
function shareSample(
  { strategy, landing }: LoadSpec,
  objects: readonly StoredObject[],
  nodes: readonly ConnectedNode[],
): Share[] {
  const names = strategy.kind === 'reshard' ? [strategy.initiator] : landing.nodes
  const wanted = Math.min(objects.length, names.length * objectsPerNode)
  const sample = Array.from(
    { length: wanted },
    (_, index) => objects[Math.floor((index * objects.length) / wanted)],
  ).filter((object) => object !== undefined)
  return [...shareObjects(sample, names)].flatMap(([name, own]) => {
    const node = nodes.find((each) => each.name === name)
    const mine = own.flatMap((index) => sample[index] ?? [])
    if (!node || mine.length === 0) return []
    return [{ node, objects: mine, bytes: mine.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n) }]
  })
}

interface Ran {
  sql: string
  queryId: string
  peakMemoryBytes: bigint
}

async function runOne(
  spec: LoadSpec,
  source: OpenSource,
  { node, objects, bytes }: Share,
  into: TableRef | null,
  seconds: number,
  since: Date,
): Promise<TrialRun & Ran> {
  const { read, mapping } = spec
  const { bucket } = spec.source
  const keys = objects.map(({ key }) => key)
  const statement = loadTrialStatement(into, {
    columns: mapping.map(({ column }) => column),
    expressions: mapping.map(({ expression }) => expression),
    source: source.arguments(bucket, {
      glob: `${commonSafePrefix(keys)}**`,
      format: read.format,
      compression: read.compression,
      structure: renderStructure(read.columns),
    }),
    paths: keys.map((key) => `${bucket}/${key}`),
  })
  const queryId = randomUUID()
  const outcome = await node.client.command({
    sql: statement.sql,
    params: statement.params,
    queryId,
    settings: {
      ...interactiveS3Settings,
      ...textReadingSettings(read),
      ...pathColumnSettings(read.columns, keys),
      ...loadInsertSettings(spec.tuning, 'node'),
      ...allowBadRows(spec.badRows),
      ...trialSettings(seconds),
    },
    timeoutMs: (seconds + 20) * 1_000,
    purpose: 'load-trial',
  })
  if (outcome.kind !== 'ok') throw refusal(node, explain(outcome))
  await node.client.command({ ...flushLogsStatement(), queryId: randomUUID(), timeoutMs: 10_000 })
  const { rows } = await node.client.query(statementCosts, { query_ids: [queryId], since })
  const [costs] = rows
  if (!costs)
    throw refusal(node, 'its query_log does not have the statement, so the rows it read are unknown.')
  return {
    node: node.name,
    givenBytes: bytes,
    readBytes: costs.s3_bytes,
    rows: costs.read_rows,
    elapsedMs: outcome.elapsedMs,
    cutOff: outcome.elapsedMs >= seconds * 1_000,
    sql: copyableSql(statement.sql, statement.shown),
    queryId,
    peakMemoryBytes: costs.peak_memory_bytes,
  }
}

function refusal(node: ConnectedNode, why: string): ServiceError {
  return new ServiceError('refused', `The trial on ${node.name} failed: ${why}`, {
    hint: 'Nothing was written to the table. Fix the error of the node, or load without a trial.',
  })
}

async function createScratch(
  node: ConnectedNode,
  landing: TableRef,
  scratch: TableRef,
  replicatedEngine: string | null,
): Promise<void> {
  const outcome = await node.client.command({
    ...createTrialTableStatement(landing, scratch.table, replicatedEngine),
    queryId: randomUUID(),
    settings: replicatedDdlSettings,
    timeoutMs: 20_000,
    purpose: 'load-trial',
  })
  if (outcome.kind !== 'ok') throw refusal(node, explain(outcome))
}

async function sizeOf(node: ConnectedNode, { database, table }: TableRef): Promise<bigint> {
  const { rows } = await node.client.query(observeParts, { database, table })
  return rows.reduce((sum, part) => sum + part.bytes_on_disk, 0n)
}

/** Begins with its time, so that what a crash left behind can be told from a trial under way. */
function nameScratch(now: Date): string {
  return `${trialTablePrefix}${now.getTime()}_${randomUUID().slice(0, 8)}`
}

function isLeftBehind(table: string, now: Date): boolean {
  const createdMs = Number(table.slice(trialTablePrefix.length).split('_')[0])
  return createdMs < now.getTime() - leftBehindMs
}

/** Its own, and those that a crash has left behind. What cannot be dropped now is by the next trial. */
async function dropScratch(node: ConnectedNode, { database, table }: TableRef, now: Date): Promise<void> {
  try {
    const { rows } = await node.client.query(tablesByPrefix, { database, prefix: trialTablePrefix })
    const names = rows.map(({ name }) => name).filter((name) => name === table || isLeftBehind(name, now))
    for (const statement of dropStagingStatements(database, names).flat())
      await node.client.command({
        ...statement,
        queryId: randomUUID(),
        settings: { ...replicatedDdlSettings, ...dropStagingSettings },
        timeoutMs: 60_000,
        purpose: 'load-trial',
      })
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError)) throw thrown
  }
}
