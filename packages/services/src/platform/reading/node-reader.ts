import {
  copyableSql,
  type NodeClient,
  type QueryDefinition,
  QueryFailedError,
  type QueryResult,
  type SqlParams,
  systemTableNames,
} from '@frostline/clickhouse'
import { createTogether } from './ask-together.ts'
import type { QueryNote } from './schema.ts'
import { createSnapshotCache, type SnapshotCache } from './snapshot-cache.ts'

/** A page refreshes every 5 s: ten tabs share one query, and no figure is older than this plus its own time. */
const defaultTtlMs = 3_000

interface AskOptions {
  /** How long a result may be reused. */
  ttlMs?: number
  /** A setting that hardly ever changes: its age does not count for the page's. */
  lasting?: boolean
  /** Kept for when the node is unreachable, for createRecallingReader. */
  remember?: boolean
}

/** For pages about recently read tables; those about the whole cluster are renewed every few seconds. */
const maxRemembered = 32

/** Queries to one node, shared by everyone who sends the same within seconds. */
export interface NodeReader {
  /** Throws QueryFailedError: the node then counts as not read. */
  ask<In, Params extends SqlParams, Row>(
    query: QueryDefinition<In, Params, Row>,
    params: In,
    options?: AskOptions,
  ): Promise<Row[]>
  /**
   * Null where the server rejects the query, or does not have the log: the rest of the node still counts. Checks that
   * logs exist first, since a server counts a query for a missing one among its errors, where people would see it.
   */
  askIfOffered<In, Params extends SqlParams, Row>(
    query: QueryDefinition<In, Params, Row>,
    params: In,
    options?: AskOptions,
  ): Promise<Row[] | null>
}

export interface ReaderRecord {
  notes: QueryNote[]
  /** When each result was read. */
  observedAt: Date[]
}

/** Clients live as long as a cluster's address and credentials, and so do the results they fetched. */
interface Desk {
  cache: SnapshotCache
  together: ReturnType<typeof createTogether>
  /** The last results to remember, the most recent at the end. */
  remembered: Map<string, QueryResult<unknown>>
  /** Log tables known to exist. Servers create them late, and rarely drop them. */
  keptLogs: Set<string>
}

const desks = new WeakMap<NodeClient, Desk>()

function deskOf(client: NodeClient): Desk {
  const present = desks.get(client)
  if (present) return present
  const nowMs = () => performance.now()
  const desk: Desk = {
    cache: createSnapshotCache(nowMs),
    together: createTogether(client, nowMs),
    remembered: new Map(),
    keptLogs: new Set(),
  }
  desks.set(client, desk)
  return desk
}

/**
 * A client that drops the node's cached results after each statement that changes something, so that no page shows the
 * state before.
 */
export function forgetAfterCommands(client: NodeClient): NodeClient {
  const own: NodeClient = {
    ...client,
    command: (request) => client.command(request).finally(() => desks.get(own)?.cache.forget()),
  }
  return own
}

export function createNodeReader(
  client: NodeClient,
  record: ReaderRecord,
  options: { fresh: boolean; askedSinceMs?: number | undefined; timeoutMs: number },
): NodeReader {
  const { cache, together, remembered, keptLogs } = deskOf(client)
  /** A page may need the same result in two places: it is noted once, and `fresh` runs it once. */
  const asked = new Map<string, Promise<unknown>>()

  function ask<In, Params extends SqlParams, Row>(
    query: QueryDefinition<In, Params, Row>,
    params: In,
    askOptions: AskOptions = {},
  ): Promise<Row[]> {
    const key = questionKey(query, params)
    const present = asked.get(key)
    if (present) return present as Promise<Row[]>
    const rows = askOnce(key, query, params, askOptions)
    asked.set(key, rows)
    return rows
  }

  async function askOnce<In, Params extends SqlParams, Row>(
    key: string,
    query: QueryDefinition<In, Params, Row>,
    params: In,
    { ttlMs = defaultTtlMs, lasting = false, remember = false }: AskOptions,
  ): Promise<Row[]> {
    const started = performance.now()
    try {
      const result = await cache.get<QueryResult<Row>>(
        key,
        // One page's signal must not abort a query that others wait for; the time limit ends it.
        () => together.ask(query, params, options.timeoutMs),
        { ttlMs, fresh: options.fresh, askedSinceMs: options.askedSinceMs },
      )
      if (!lasting) record.observedAt.push(result.observedAt)
      if (remember) {
        remembered.delete(key)
        remembered.set(key, result)
        const [oldest] = remembered.keys()
        if (remembered.size > maxRemembered && oldest !== undefined) remembered.delete(oldest)
      }
      record.notes.push({
        name: query.name,
        sql: result.copyableSql,
        node: client.name,
        elapsedMs: result.elapsedMs,
        rows: result.rows.length,
        error: null,
      })
      return result.rows
    } catch (thrown) {
      record.notes.push({
        name: query.name,
        sql: renderForPeople(query, params),
        node: client.name,
        elapsedMs: performance.now() - started,
        rows: null,
        error: thrown instanceof Error ? thrown.message : String(thrown),
      })
      throw thrown
    }
  }

  return {
    ask,
    async askIfOffered(query, params, askOptions) {
      const unseen = logsReadBy(query, params).filter((log) => !keptLogs.has(log))
      if (unseen.length > 0) {
        for (const { name } of await ask(systemTableNames, { names: unseen })) keptLogs.add(name)
        if (unseen.some((log) => !keptLogs.has(log))) return null
      }
      try {
        return await ask(query, params, askOptions)
      } catch (thrown) {
        if (!(thrown instanceof QueryFailedError) || thrown.failure.kind !== 'refused') throw thrown
        for (const log of logsReadBy(query, params)) keptLogs.delete(log)
        return null
      }
    },
  }
}

export class NeverAskedError extends Error {}

/** Returns the node's last known results, and queries nothing. `ask` throws NeverAskedError. */
export function createRecallingReader(client: NodeClient, observedAt: Date[]): NodeReader {
  const { remembered } = deskOf(client)
  const recall: NodeReader['askIfOffered'] = async (query, params) => {
    const result = remembered.get(questionKey(query, params))
    if (!result) return null
    observedAt.push(result.observedAt)
    // A key identifies one query and its parameters, so its result has the rows of that query.
    return result.rows as never
  }
  return {
    askIfOffered: recall,
    async ask(query, params) {
      const rows = await recall(query, params)
      if (!rows) throw new NeverAskedError(`${query.name} was not read from ${client.name} recently.`)
      return rows
    },
  }
}

function logsReadBy<In, Params extends SqlParams, Row>(
  query: QueryDefinition<In, Params, Row>,
  given: In,
): string[] {
  const sql = query.render(query.params.parse(given))
  return [...new Set([...sql.matchAll(/\bsystem\.(\w+_log)\b/g)].flatMap(([, log]) => log ?? []))]
}

function questionKey(query: { name: string }, params: unknown): string {
  const text = JSON.stringify(params, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value,
  )
  return `${query.name} ${text}`
}

function renderForPeople<In, Params extends SqlParams, Row>(
  query: QueryDefinition<In, Params, Row>,
  given: In,
): string {
  const params = query.params.parse(given)
  return copyableSql(query.render(params), params)
}
