import { keepValue } from '../../browser/kept-value.ts'

/** A run whose end this browser tells. */
export interface WatchedRun {
  id: string
  /** What it works on. */
  name: string
  href: string
}

function parseRuns(kept: unknown): readonly WatchedRun[] | null {
  if (!Array.isArray(kept)) return null
  return kept.filter(
    (each): each is WatchedRun =>
      typeof each === 'object' &&
      each !== null &&
      ['id', 'name', 'href'].every((key) => typeof (each as Record<string, unknown>)[key] === 'string'),
  )
}

/** Shared by all tabs: whichever sees the end first takes the run from the list, and notifies. */
export const watchedRuns = keepValue<readonly WatchedRun[]>('frostline-watched-runs', [], parseRuns)

export function watchRun(run: WatchedRun): void {
  watchedRuns.write([...watchedRuns.read().filter(({ id }) => id !== run.id), run])
}

/** Whether it was in the list. */
export function takeRun(id: string): boolean {
  const kept = watchedRuns.read()
  const rest = kept.filter((run) => run.id !== id)
  if (rest.length === kept.length) return false
  watchedRuns.write(rest)
  return true
}
