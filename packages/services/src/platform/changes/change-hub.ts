import { randomUUID } from 'node:crypto'
import { listenChanges } from '@frostline/db'

/** `resync`: some changes may have been missed, so reload whatever is shown. */
export type ChangeNews =
  | { kind: 'change'; topic: string; id: string; at: Date }
  | { kind: 'resync'; at: Date }

/** Distributes what one database connection hears to all tabs of this process. */
export interface ChangeHub {
  /**
   * Changes from now on, or those since a position, until the signal aborts. Without topics: all of them. A slow reader gets
   * each object once, however often it changed meanwhile. `resync` comes first where it is unknown what was missed.
   */
  subscribe(
    topics: ReadonlySet<string> | undefined,
    signal: AbortSignal,
    since?: string,
  ): AsyncIterable<ChangeNews>
  /** The position now, for a client that reads first and subscribes later, perhaps at another process. */
  position(): string
  /**
   * Takes one of the streams that a person may have open at a time. Each costs memory, and a session check twice a
   * minute, for as long as the client likes.
   * @returns its release function; undefined when all are taken.
   */
  takeStream(person: string): (() => void) | undefined
  /** Ends all subscriptions, so that a stopping server need not wait for its tabs. */
  close(): Promise<void>
}

/** A browser with many tabs uses fewer: it opens six connections per host over HTTP/1.1. */
export const maxStreams = 32

/** Kept for subscribers that name a position. A page subscribes within seconds. */
const maxRecent = 1_000
/** Between the machines of two processes. A change that is delivered twice is harmless. */
const clockSkewMs = 5_000

export interface ChangeHubOptions {
  connectionString: string
  now: () => Date
  onConnectionLost: (error: Error) => void
}

export function createChangeHub(options: ChangeHubOptions): ChangeHub {
  const inboxes = new Set<Inbox>()
  const closing = new AbortController()
  const streams = new Map<string, number>()
  const id = randomUUID()
  const startedMs = options.now().getTime()
  const recent: ChangeNews[] = []
  let count = 0
  const newsSince = (position: string): readonly ChangeNews[] => {
    const [owner, at, ms] = position.split('/')
    if (owner === id) {
      const missed = count - Number(at)
      if (missed >= 0 && missed <= recent.length) return recent.slice(recent.length - missed)
    } else {
      const fromMs = Number(ms) - clockSkewMs
      const knownMs = recent.length < maxRecent ? startedMs : (recent[0]?.at.getTime() ?? 0)
      if (fromMs >= knownMs) return recent.filter((news) => news.at.getTime() >= fromMs)
    }
    return [{ kind: 'resync', at: options.now() }]
  }
  const listener = listenChanges(
    options.connectionString,
    (event) => {
      const news: ChangeNews = { ...event, at: options.now() }
      count += 1
      recent.push(news)
      if (recent.length > maxRecent) recent.shift()
      for (const inbox of inboxes) inbox.put(news)
    },
    options.onConnectionLost,
  )
  return {
    position: () => [id, count, options.now().getTime()].join('/'),
    async *subscribe(topics, signal, since) {
      const inbox = new Inbox(topics)
      if (since !== undefined) for (const news of newsSince(since)) inbox.put(news)
      const stop = AbortSignal.any([signal, closing.signal])
      const wake = () => inbox.wake()
      inboxes.add(inbox)
      stop.addEventListener('abort', wake)
      try {
        while (!stop.aborted) {
          for (const news of inbox.take()) yield news
          if (!stop.aborted) await inbox.filled()
        }
      } finally {
        stop.removeEventListener('abort', wake)
        inboxes.delete(inbox)
      }
    },
    takeStream(person) {
      const taken = streams.get(person) ?? 0
      if (taken >= maxStreams) return undefined
      streams.set(person, taken + 1)
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (streams.get(person) ?? 1) - 1
        if (left === 0) streams.delete(person)
        else streams.set(person, left)
      }
    },
    async close() {
      closing.abort()
      await listener.close()
    },
  }
}

/** Unread changes, at most one per object. */
class Inbox {
  readonly #topics: ReadonlySet<string> | undefined
  #unread = new Map<string, ChangeNews>()
  #onFilled: (() => void) | undefined

  constructor(topics: ReadonlySet<string> | undefined) {
    this.#topics = topics
  }

  put(news: ChangeNews): void {
    if (news.kind === 'change' && this.#topics && !this.#topics.has(news.topic)) return
    const key = news.kind === 'resync' ? 'resync' : JSON.stringify([news.topic, news.id])
    this.#unread.set(key, news)
    this.wake()
  }

  take(): ChangeNews[] {
    const news = [...this.#unread.values()]
    this.#unread = new Map()
    return news
  }

  /** Resolves at once when something is unread. */
  async filled(): Promise<void> {
    if (this.#unread.size > 0) return
    await new Promise<void>((resolve) => {
      this.#onFilled = resolve
    })
  }

  wake(): void {
    this.#onFilled?.()
    this.#onFilled = undefined
  }
}
