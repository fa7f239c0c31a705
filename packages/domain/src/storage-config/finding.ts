/** A lint finding. An error blocks the proposal; a warning does not. */
export interface StorageFinding {
  level: 'error' | 'warning'
  /** `disk cold`, `policy tiered`, `policy tiered, volume hot`, or empty for the whole draft. */
  at: string
  /** The setting it is about, where it is about one. */
  setting: string | null
  text: string
  hint: string
}

export type Report = (
  level: StorageFinding['level'],
  at: string,
  setting: string | null,
  text: string,
  hint: string,
) => void
