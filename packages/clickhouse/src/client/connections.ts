import type { LookupFunction } from 'node:net'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { createAgent, type TlsOptions } from './http-agent.ts'

export interface ClientOptions {
  /** `http(s)://host:port`, without credentials. */
  url: string
  username: string
  password: string
  /** Label in results and errors. Default: host:port of the URL. */
  name?: string | undefined
  tls?: TlsOptions | undefined
  /** Resolves the host, or rejects it, at each connection. Default: the system resolver. */
  lookup?: LookupFunction | undefined
  /** Default time limit of a read, from sending to the last row. */
  requestTimeoutMs: number
  /** Limit of the connect phase (TCP and TLS). Default: 5 s, or requestTimeoutMs when that is shorter. */
  connectTimeoutMs?: number | undefined
  /** Concurrent statements on this node. Default 16. */
  maxStatements?: number | undefined
  /** Shown in the server's logs as the client. Default frostline. */
  application?: string | undefined
}

export interface Connections {
  readonly name: string
  readonly url: string
  readonly requestTimeoutMs: number
  readonly reads: ClickHouseClient
  readonly statements: ClickHouseClient
  /** For reads whose time is measured. */
  readonly measured: ClickHouseClient
  close(): Promise<void>
}

/** The largest delay a Node.js timer takes: 24.8 days. The client's own limit is out of the way; ours are per call. */
const noClientTimeoutMs = 2 ** 31 - 1

/** As many as a replay sends at once, so that none waits for a connection. */
const measuredSockets = 64

/**
 * Bounded pools, so that hours-long moves never leave a page without a connection. Idle sockets are dropped
 * after 2.5 s: the server closes them after 3 s on versions before 23.11, 10 s since (10 to 30 s configured).
 */
export function openConnections(options: ClientOptions): Connections {
  const url = new URL(options.url)
  if (url.username !== '' || url.password !== '') {
    throw new Error(`The address ${url.host} contains credentials. Set user and password separately.`)
  }
  const connectTimeoutMs = options.connectTimeoutMs ?? Math.min(5_000, options.requestTimeoutMs)
  const open = (maxSockets: number) => {
    const agent = createAgent(url.protocol, {
      maxSockets,
      connectTimeoutMs,
      tls: options.tls,
      lookup: options.lookup,
    })
    const client = createClient({
      url: url.href,
      username: options.username,
      password: options.password,
      application: options.application ?? 'frostline',
      request_timeout: noClientTimeoutMs,
      max_open_connections: maxSockets,
      keep_alive: { enabled: true, idle_socket_ttl: 2_500, eagerly_destroy_stale_sockets: true },
      http_agent: agent,
      use_multipart_params_auto: true,
      log: { level: ClickHouseLogLevel.OFF },
    })
    return { client, agent }
  }
  const reads = open(8)
  const statements = open(options.maxStatements ?? 16)
  const measured = open(measuredSockets)
  const all = [reads, statements, measured]
  return {
    name: options.name ?? url.host,
    url: url.origin,
    requestTimeoutMs: options.requestTimeoutMs,
    reads: reads.client,
    statements: statements.client,
    measured: measured.client,
    close: async () => {
      await Promise.all(all.map(({ client }) => client.close()))
      for (const { agent } of all) agent.destroy()
    },
  }
}
