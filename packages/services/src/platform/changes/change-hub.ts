import { listenChanges } from '@frostline/db'

/** `resync`: some changes may have been missed, so reload whatever is shown. */
export type ChangeNews =
  | { kind: 'change'; topic: string; id: string; at: Date }
  | { kind: 'resync'; at: Date }

/** Distributes what one database connection hears to all tabs of this process. */
export interface ChangeHub {
  /**
   * Changes from now on, until the signal aborts. Without topics: all of them. A slow reader gets each object once,
   * however often it changed meanwhile.
   */
  subscribe(topics: ReadonlySet<string> | undefined, signal: AbortSignal): AsyncIterable<ChangeNews>
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

export interface ChangeHubOptions {
  connectionString: string
  now: () => Date
  onConnectionLost: (error: Error) => void
}

export function createChangeHub(options: ChangeHubOptions): ChangeHub {
  const inboxes = new Set<Inbox>()
  const closing = new AbortController()
  const streams = new Map<string, number>()
  const listener = listenChanges(
    options.connectionString,
    (event) => {
      const news: ChangeNews = { ...event, at: options.now() }
      for (const inbox of inboxes) inbox.put(news)
    },
    options.onConnectionLost,
  )
  return {
    async *subscribe(topics, signal) {
      const inbox = new Inbox(topics)
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
