import { type ArchiveStepState, isExpired } from './archive-stage.ts'

/**
 * Where a view over a table and its archives reads the rows of an archived partition.
 * - table: from the table.
 * - files: from the files. What the table has in this partition arrived later, and is read too.
 * - files-only: from the files, and nothing of this partition from the table: its rows are on their way.
 */
type RowPlace = 'table' | 'files' | 'files-only'

const placeOfState: Readonly<Record<ArchiveStepState, RowPlace>> = {
  planned: 'table',
  exporting: 'table',
  proved: 'table',
  detaching: 'files-only',
  detached: 'files',
  dropping: 'files',
  dropped: 'files',
  attaching: 'files-only',
  attached: 'table',
  kept: 'table',
  expiring: 'table',
  expired: 'table',
}

interface StepInView {
  state: ArchiveStepState
  /** A restore into the table was started. Null: none. */
  restoringAt: Date | null
  /** Its rows are in the table again, equal to the manifest. */
  restoredAt: Date | null
}

export function placeRows({ state, restoringAt, restoredAt }: StepInView): RowPlace {
  // Files that are being deleted are not read.
  if (restoredAt !== null || isExpired(state)) return 'table'
  return restoringAt === null ? placeOfState[state] : 'files-only'
}

/** The name that is proposed for the view of a table. */
export function nameArchiveView(table: string): string {
  return `${table}_with_archive`
}
