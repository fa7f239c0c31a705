import {
  type AskedQuery,
  type NodeClient,
  type QueryDefinition,
  QueryFailedError,
  type QueryResult,
  queryTogether,
  type SqlParams,
} from '@frostline/clickhouse'

/**
 * Long enough that a log which a server does not have costs next to nothing, short enough to notice when it appears.
 */
const apartMs = 600_000
/** Log queries may take longer, and must neither delay the others nor be repeated because one of them failed. */
const maxJoinedSeconds = 20

interface Waiting {
  asked: AskedQuery
  timeoutMs: number
  resolve: (result: QueryResult<unknown>) => void
  reject: (error: unknown) => void
}

/**
 * Batches queries to one node that are issued at the same moment into one statement: a page with ten small figures
 * costs one query and one round trip. Each has its own result or error, as if it had been sent alone; one that the
 * server rejects is sent alone for some minutes, so that it does not fail the others.
 * @param nowMs a monotonic clock.
 */
export function createTogether(client: NodeClient, nowMs: () => number) {
  let waiting: Waiting[] = []
  const apartUntil = new Map<string, number>()

  function send(): void {
    const all = waiting
    waiting = []
    const isApart = ({ asked: { query } }: Waiting) =>
      query.maxExecutionSeconds > maxJoinedSeconds || (apartUntil.get(query.name) ?? 0) > nowMs()
    for (const alone of all.filter(isApart)) void askAlone(alone)
    const rest = all.filter((each) => !isApart(each))
    for (const timeoutMs of new Set(rest.map((each) => each.timeoutMs)))
      void askJoined(
        rest.filter((each) => each.timeoutMs === timeoutMs),
        timeoutMs,
      )
  }

  /** False when the query failed. */
  async function askAlone({ asked, timeoutMs, resolve, reject }: Waiting): Promise<boolean> {
    try {
      resolve(await client.query(asked.query, asked.params, { timeoutMs }))
      return true
    } catch (thrown) {
      reject(thrown)
      return false
    }
  }

  async function askJoined(members: readonly Waiting[], timeoutMs: number): Promise<void> {
    const [first] = members
    if (first && members.length === 1) {
      await askAlone(first)
      return
    }
    try {
      const results = await queryTogether(
        client,
        members.map(({ asked }) => asked),
        { timeoutMs },
      )
      for (const [index, result] of results.entries()) members[index]?.resolve(result)
    } catch (thrown) {
      if (thrown instanceof QueryFailedError && thrown.failure.kind !== 'refused')
        for (const { asked, reject } of members)
          reject(new QueryFailedError(thrown.failure, asked.query.name, client.name))
      else await askApart(members)
    }
  }

  /** If each succeeds alone, this server does not support the joined statement. */
  async function askApart(members: readonly Waiting[]): Promise<void> {
    const answered = await Promise.all(members.map(askAlone))
    const refused = members.filter((_, index) => !answered[index])
    for (const { asked } of refused.length === 0 ? members : refused)
      apartUntil.set(asked.query.name, nowMs() + apartMs)
  }

  return {
    /** Throws QueryFailedError or UnexpectedRowsError of this query. */
    ask<In, Params extends SqlParams, Row>(
      query: QueryDefinition<In, Params, Row>,
      params: In,
      timeoutMs: number,
    ): Promise<QueryResult<Row>> {
      return new Promise((resolve, reject) => {
        if (waiting.length === 0) queueMicrotask(send)
        // A result is parsed by its own query's schema.
        waiting.push({
          ...{ asked: { query, params }, timeoutMs, reject },
          resolve: resolve as (result: QueryResult<unknown>) => void,
        })
      })
    },
  }
}
