import { type Database, notifyChange } from '@frostline/db'

/**
 * Notifies open pages that a migration changed, at most once per `quietMs` for each: five hundred tiny steps must not
 * cost five hundred notifications. The last change is always sent.
 */
export class ChangeAnnouncer {
  readonly #pending = new Map<string, NodeJS.Timeout>()

  constructor(
    private readonly db: Database,
    private readonly onError: (error: unknown) => void,
    private readonly quietMs = 250,
  ) {}

  announce(topic: string, id: string): void {
    const key = `${topic}/${id}`
    if (this.#pending.has(key)) return
    const timer = setTimeout(() => {
      this.#pending.delete(key)
      notifyChange(this.db, topic, id).catch(this.onError)
    }, this.quietMs)
    timer.unref()
    this.#pending.set(key, timer)
  }
}
