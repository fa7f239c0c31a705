import { keepValue } from '../../../browser/kept-value.ts'

/** Ids of what was chosen in the palette of this browser, the latest first. */
export const recentEntries = keepValue<readonly string[]>('frostline-recent-commands', [], (kept) =>
  Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : null,
)

const most = 30

export function rememberEntry(id: string): void {
  recentEntries.write([id, ...recentEntries.read().filter((each) => each !== id)].slice(0, most))
}
