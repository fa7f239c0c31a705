import type { DuplicateRule } from './duplicates.ts'
import type { LoadCheck } from './load-check.ts'

export interface DuplicateFacts {
  rule: DuplicateRule
  /** For how long, and how many parts back, the table leaves out equal content; null: it never does. */
  window: { seconds: number; blocks: number } | null
  /** Objects with the same key and ETag that loads of the ledger brought into the table; null: none. */
  loaded: { objects: number; last: string; title: string } | null
}

const plans: Record<DuplicateRule, string> = {
  ask: 'The load then waits until you choose what to do.',
  wait: 'The load then waits until the window has passed.',
  load: 'The load then loads them anyway.',
  adopt: 'The load then counts them as loaded if it finds their rows in the table.',
}

/** Content that comes a second time: rows twice, or parts that a replicated table leaves out. */
export function checkDuplicates({ rule, window, loaded }: DuplicateFacts): LoadCheck {
  const before = loaded
    ? `${loaded.objects} of the objects were loaded into this table before, most recently at ${loaded.last} by "${loaded.title}".`
    : 'None of the objects was loaded into this table before, by the load history.'
  if (window === null)
    return {
      id: 'duplicates',
      outcome: loaded ? 'warning' : 'passed',
      text: before,
      hint: loaded ? 'Their rows will be duplicated.' : null,
    }
  const text = `${before} The replicated table deduplicates parts with the same content within ${window.seconds} s and ${window.blocks} parts. ${plans[rule]}`
  return {
    id: 'duplicates',
    outcome: loaded ? 'warning' : 'passed',
    text,
    hint: loaded ? 'Choose how to handle it under "Duplicate content", or exclude these objects.' : null,
  }
}
