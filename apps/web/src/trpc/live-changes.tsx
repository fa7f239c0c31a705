'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useSubscription } from '@trpc/tanstack-react-query'
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react'
import { usePerson } from '../auth/use-person.ts'
import { useTRPC } from './context.ts'
import { documentAnswers } from './late-answers.tsx'
import { markOutdated } from './query-client.ts'

type Handler = (id: string) => void

/** `connecting` is the first attempt, `away` a lost or failed connection. */
export type LiveStatus = 'idle' | 'connecting' | 'live' | 'away'

/**
 * Stays the same for the life of the tab: a context that changes would make React give up HTML that is still on its way, and
 * render every page that listens.
 */
class ChangeBoard {
  readonly #handlers = new Map<string, Set<Handler>>()
  readonly #watchers = new Set<() => void>()
  #status: LiveStatus = 'idle'

  readonly status = (): LiveStatus => this.#status

  readonly watchStatus = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher)
    return () => {
      this.#watchers.delete(watcher)
    }
  }

  setStatus(status: LiveStatus): void {
    this.#status = status
    for (const watcher of this.#watchers) watcher()
  }

  subscribe(topic: string, handler: Handler): () => void {
    const handlers = this.#handlers.get(topic) ?? new Set()
    handlers.add(handler)
    this.#handlers.set(topic, handlers)
    return () => {
      handlers.delete(handler)
    }
  }

  publish(topic: string, id: string): void {
    for (const handler of this.#handlers.get(topic) ?? []) handler(id)
  }
}

const LiveContext = createContext(new ChangeBoard())

/** Position in the stream of changes from before the HTML of the document was read. */
export const HtmlPosition = createContext<string | undefined>(undefined)

/**
 * The only stream of a tab: HTTP/1.1 allows a browser six connections per origin, so every page gets its changes over
 * this subscription, first those since its HTML was read. After a gap (`resync`, or a new connection) everything on screen
 * is refetched. What other pages had read is read again when they are opened.
 */
export function LiveChangesProvider({ children }: { children: ReactNode }) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [board] = useState(() => new ChangeBoard())
  const enabled = usePerson().kind === 'known'
  const [wasAway, setWasAway] = useState(false)
  const position = use(HtmlPosition)
  // A new position would open a second stream.
  const [since] = useState(position)
  const subscription = useSubscription(
    trpc.events.changes.subscriptionOptions(
      { since },
      {
        enabled,
        onStarted: () => {
          setWasAway(false)
          if (wasAway) void announce(() => queryClient.invalidateQueries())
        },
        onData: ({ data: event }) => {
          void announce(() =>
            event.kind === 'resync' ? queryClient.invalidateQueries() : board.publish(event.topic, event.id),
          )
        },
        onConnectionStateChange: (state) => {
          if (state.state === 'connecting' && state.error) setWasAway(true)
        },
        onError: () => setWasAway(true),
      },
    ),
  )
  const status = statusOf(enabled, subscription.status)
  useEffect(() => board.setStatus(status), [board, status])
  return <LiveContext value={board}>{children}</LiveContext>

  async function announce(change: () => unknown): Promise<void> {
    // Until then the page has no handlers, and its queries count as hidden.
    await documentAnswers.untilHydrated()
    documentAnswers.clear()
    change()
    markOutdated(queryClient)
  }

  function statusOf(on: boolean, state: 'idle' | 'connecting' | 'pending' | 'error'): LiveStatus {
    if (!on) return 'idle'
    if (state === 'pending') return 'live'
    return wasAway || state === 'error' ? 'away' : 'connecting'
  }
}

export function useLiveStatus(): LiveStatus {
  const board = use(LiveContext)
  return useSyncExternalStore(board.watchStatus, board.status, () => 'idle')
}

/** Calls the handler with the id of each changed object of this topic, or of one of these. */
export function useChanges(topic: string | readonly string[], onChange: Handler): void {
  const board = use(LiveContext)
  const handle = useEffectEvent(onChange)
  // A list created at each rendering is treated as the same list.
  const topics = typeof topic === 'string' ? topic : topic.join()
  useEffect(() => {
    const ends = topics.split(',').map((each) => board.subscribe(each, (id) => handle(id)))
    return () => {
      for (const end of ends) end()
    }
  }, [board, topics])
}
