import type { Caller } from '@frostline/api'
import { hashQueryKey } from '../trpc/hash-query-key.ts'

/** A page that is reloaded or opened again within this time shows the kept figures first. */
const maxAgeMs = 60_000

/** Of all people together. An answer has some kilobytes, a partition map of 100,000 parts some hundred. */
const maxAnswers = 100

interface Known {
  data: unknown
  /** When its oldest figure was read. */
  observedAtMs: number
}

/**
 * Answers about nodes that each session got in the last minute, so that a document has figures even when the nodes take longer
 * than it waits. Each answer says its age, and only the session that got it gets it again. Answers of the ledger are not kept:
 * they are fast.
 */
export class KnownAnswers {
  readonly #answers = new Map<string, Known>()
  /** Of the last change. */
  #changedAtMs = 0

  /** Keeps an answer if it says when its figures were read. */
  keep(caller: Caller, question: Question, data: unknown): void {
    if (typeof data !== 'object' || data === null || !('observedAt' in data && 'queries' in data)) return
    if (!(data.observedAt instanceof Date) || data.observedAt.getTime() < this.#changedAtMs) return
    const key = keyOf(caller, question)
    this.#answers.delete(key)
    this.#answers.set(key, { data, observedAtMs: data.observedAt.getTime() })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > maxAnswers && oldest !== undefined) this.#answers.delete(oldest)
  }

  /** Null: the caller has not asked this in the last minute. */
  recall(caller: Caller, question: Question, now: Date): { data: unknown } | null {
    const known = this.#answers.get(keyOf(caller, question))
    return known && now.getTime() - known.observedAtMs <= maxAgeMs ? { data: known.data } : null
  }

  /** Called after each change through a console, so that no document shows the state before it. */
  forget(now: Date): void {
    this.#changedAtMs = now.getTime()
    this.#answers.clear()
  }
}

/** As a browser sends it. */
interface Question {
  /** Of the procedure: "overview.get". */
  path: string
  input: unknown
}

/** With what the caller may see: it can change during a session. */
function keyOf({ actor, person }: Caller, { path, input }: Question): string {
  return hashQueryKey([person?.sessionId, actor, path, input])
}
