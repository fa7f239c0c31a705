import { placementReasons } from '@frostline/domain'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  monoColumn,
  numberColumn,
  StatusPill,
} from '@frostline/ui'
import { destinationText, type Finding, stateTones } from '../explanation.ts'
import { DueTime } from './due-time.tsx'

const mono = (text: string) => (
  <span className="truncate font-mono text-xs" title={text}>
    {text}
  </span>
)

/** The partition is a button that opens the finding. Sorted by the server, worst first. */
export function findingColumns(onOpen: (finding: Finding) => void): readonly DataColumn<Finding>[] {
  return [
    column('partition', 'Partition', { minWidthPx: 120, hideable: false }, (row) => (
      <button
        type="button"
        onClick={() => onOpen(row)}
        aria-label={`Why partition ${row.partition} on ${row.node}`}
        className="truncate rounded-sm font-mono text-xs underline-offset-2 hover:underline"
      >
        {row.partition}
      </button>
    )),
    column('reason', 'Reason', { minWidthPx: 210, grow: 2 }, (row) => (
      <span className="flex min-w-0 items-center gap-2" title={row.text}>
        <StatusPill tone={stateTones[row.state]}>{placementReasons[row.reason].title}</StatusPill>
      </span>
    )),
    monoColumn('node', 'Node', 150, (row) => row.node),
    column('now', 'Current volume', 90, (row) => mono(row.volumes.join(', '))),
    column('wanted', 'Target', 120, (row) => (row.rule ? mono(destinationText(row.rule.destination)) : '—')),
    numberColumn('due', 'Due', 130, (row) => (
      <DueTime dueAt={row.firstDueAt} estimatedAt={row.estimatedDueAt} />
    )),
    countColumn('parts', 'Parts', 70, (row) => BigInt(row.parts)),
    bytesColumn('bytes', 'Bytes', 90, (row) => row.bytes),
  ]
}
