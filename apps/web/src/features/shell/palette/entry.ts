import type { LucideIcon } from 'lucide-react'
import type { Route } from 'next'
import type { SearchText } from './match-text.ts'

export const entryGroups = [
  'Pages',
  'Actions',
  'Tables',
  'Nodes',
  'Runs',
  'Pipelines and schedules',
  'Sources',
  'Alerts',
  'Users',
  'Clusters',
] as const
export type EntryGroup = (typeof entryGroups)[number]

/** What happens when an entry is chosen. */
type Choice =
  | { kind: 'go'; href: Route }
  | { kind: 'act'; act: () => void }
  /** Another choice follows: which table, which alert. */
  | { kind: 'ask'; of: EntryGroup; question: string; hrefOf: (subject: Subject) => Route }

/** What an entry stands for, where an action can be about it: database and table, or the id of an alert. */
export type Subject = readonly [string, ...string[]]

export interface Entry {
  /** The same at every visit: what was used lately is remembered by it. */
  id: string
  group: EntryGroup
  label: string
  /** Beside the label, smaller. */
  hint?: string
  icon: LucideIcon
  /** Keys that open it, one after another. */
  keys?: readonly string[]
  search: SearchText
  choice: Choice
  subject?: Subject
}
