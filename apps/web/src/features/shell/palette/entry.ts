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
  /** Asks for a subject next: which table, or which alert. */
  | { kind: 'ask'; of: EntryGroup; question: string; hrefOf: (subject: Subject) => Route }

/** The subject that actions can use: database and table, or the ID of an alert. */
export type Subject = readonly [string, ...string[]]

export interface Entry {
  /** Stable across visits. Recent entries are stored by it. */
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
