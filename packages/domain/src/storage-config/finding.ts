/** What a lint found. An error keeps a proposal from being applied; a warning is for a person to weigh. */
export interface StorageFinding {
  level: 'error' | 'warning'
  /** `disk cold`, `policy tiered`, `policy tiered, volume hot`, or empty for the whole. */
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
