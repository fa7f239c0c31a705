import pg from 'pg'
import { type Change, changeChannel, parseChange } from './change.ts'

/** `resync`: the connection was lost, so changes may have been missed. Reload whatever is shown. */
export type ChangeEvent = ({ kind: 'change' } & Change) | { kind: 'resync' }

export interface ChangeListener {
  close: () => Promise<void>
}

const firstRetryMs = 100
const lastRetryMs = 5_000
/** Detects a peer that vanished without closing. */
const pingEveryMs = 10_000
const pingTimeoutMs = 5_000

/**
 * Listens to every change over a connection of its own, and reconnects forever. Nothing is missed silently: the first
 * event after a reconnect is `resync`.
 */
export function listenChanges(
  connectionString: string,
  onChange: (event: ChangeEvent) => void,
  onConnectionLost?: (error: Error) => void,
): ChangeListener {
  let closed = false
  let current: pg.Client | undefined
  let wake: (() => void) | undefined

  async function listenOnce(isReconnect: boolean): Promise<void> {
    const client = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: pingTimeoutMs,
      query_timeout: pingTimeoutMs,
      application_name: 'frostline-listen',
    })
    const lost = new Promise<never>((_, reject) => {
      client.once('error', reject)
      client.once('end', () => reject(new Error('The connection ended.')))
    })
    lost.catch(() => undefined)
    current = client
    let ping: NodeJS.Timeout | undefined
    try {
      // If it has ended meanwhile, connect() would never return (pg 8).
      await Promise.race([client.connect(), lost])
      client.on('notification', ({ payload }) => {
        const change = parseChange(payload)
        if (change) onChange({ kind: 'change', ...change })
      })
      await client.query(`LISTEN ${changeChannel}`)
      if (isReconnect) onChange({ kind: 'resync' })
      const silent = new Promise<never>((_, reject) => {
        ping = setInterval(() => client.query('SELECT 1').catch(reject), pingEveryMs)
      })
      await Promise.race([lost, silent])
    } finally {
      clearInterval(ping)
      client.on('error', () => undefined)
      await client.end().catch(() => undefined)
    }
  }

  async function run(): Promise<void> {
    let retryMs = firstRetryMs
    let isReconnect = false
    while (!closed) {
      const startedAt = performance.now()
      await listenOnce(isReconnect).catch((error: Error) => {
        if (!closed) onConnectionLost?.(error)
      })
      if (closed) return
      isReconnect = true
      if (performance.now() - startedAt > lastRetryMs) retryMs = firstRetryMs
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retryMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      retryMs = Math.min(retryMs * 2, lastRetryMs)
    }
  }

  const running = run()
  return {
    async close() {
      closed = true
      wake?.()
      await current?.end().catch(() => undefined)
      await running
    },
  }
}
