import { createHash } from 'node:crypto'
import {
  type ReplayableCountsRow,
  type ReplayableQueryRow,
  replayableCounts,
  replayableQueries,
} from '@frostline/clickhouse'
import {
  type JudgedQuery,
  judgeSample,
  pickSample,
  type ReplayFilter,
  type ReplayRules,
} from '@frostline/domain'
import type { ServiceContext } from '../../../platform/base/context.ts'
import type { ConnectedNode } from '../../../platform/cluster/cluster-connection.ts'
import { type ClusterReading, readCluster } from '../../../platform/reading/read-cluster.ts'
import { type FoundQuery, inspectTexts } from './inspect-texts.ts'

/** query_log may be large, so reading it may take longer than a page's usual budget. */
const budgetMs = 45_000

export interface ReplaySample {
  reading: ClusterReading<unknown>
  nodesWithoutLog: string[]
  /** Of the nodes that have a log. */
  counts: ReplayableCountsRow[]
  judged: JudgedQuery<FoundQuery>[]
  fingerprint: string
}

/**
 * The queries of the log that a replay takes, each judged. The same period, filter and seed always give the same
 * queries, as long as the log keeps them; the fingerprint shows whether they do.
 */
export async function readReplaySample(
  ctx: ServiceContext,
  cluster: string,
  { filter, rules, movesDatabase }: { filter: ReplayFilter; rules: ReplayRules; movesDatabase: boolean },
): Promise<ReplaySample> {
  const params = {
    since: filter.since,
    until: filter.until,
    users: filter.users,
    contains: filter.contains,
    form_hash: filter.formHash,
    table: filter.table,
    min_ms: filter.minMs,
  }
  const reading = await readCluster(ctx, { cluster, fresh: true, budgetMs }, async (reader) => {
    const counts = await reader.askIfOffered(replayableCounts, params)
    if (counts === null) return null
    const { seed, limit } = filter
    return { counts, rows: await reader.ask(replayableQueries, { ...params, seed, limit }) }
  })
  const sample = pickSample(
    reading.readings.flatMap(({ node, value }) => (value?.rows ?? []).map((row) => toFound(row, node))),
    filter.limit,
  )
  const judged = judgeSample(await inspectTexts(sample), rules, movesDatabase)
  return {
    reading,
    nodesWithoutLog: reading.readings.flatMap(({ node, value }) => (value === null ? [node.name] : [])),
    counts: reading.readings.flatMap(({ value }) => value?.counts ?? []),
    judged,
    fingerprint: fingerprintOf(judged),
  }
}

function toFound(row: ReplayableQueryRow, node: ConnectedNode): FoundQuery {
  return {
    rank: row.rank,
    formHash: String(row.form_hash),
    form: row.form,
    text: row.text,
    hidesSecret: row.hides_secret,
    isLong: row.is_long,
    facts: null,
    refusal: null,
    database: row.database,
    tables: row.tables,
    loggedBy: row.user,
    loggedAt: row.logged_at,
    loggedMs: row.elapsed_ms,
    loggedNode: node.name,
    node,
  }
}

/** Of what would run, where and in which order. */
function fingerprintOf(judged: readonly JudgedQuery<FoundQuery>[]): string {
  const hash = createHash('sha256')
  for (const { query, reason } of judged)
    if (reason === null)
      hash.update(JSON.stringify([query.text, query.database, query.loggedNode, query.loggedAt.getTime()]))
  return hash.digest('hex').slice(0, 32)
}
