import { placementReasons } from '@frostline/domain'
import { Bytes, Count, type DataColumn, StatusPill } from '@frostline/ui'
import { destinationText, type Finding, stateTones } from '../explanation.ts'
import { DueTime } from './due-time.tsx'

const mono = (text: string) => (
  <span className="truncate font-mono text-xs" title={text}>
    {text}
  </span>
)

/** The partition is a button that opens the finding. The server has sorted: the worst first. */
export function findingColumns(onOpen: (finding: Finding) => void): readonly DataColumn<Finding>[] {
  return [
    {
      id: 'partition',
      header: 'Partition',
      minWidthPx: 120,
      hideable: false,
      cell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row)}
          aria-label={`Why partition ${row.partition} on ${row.node}`}
          className="truncate rounded-sm font-mono text-xs underline-offset-2 hover:underline"
        >
          {row.partition}
        </button>
      ),
    },
    {
      id: 'reason',
      header: 'Reason',
      minWidthPx: 210,
      grow: 2,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-2" title={row.text}>
          <StatusPill tone={stateTones[row.state]}>{placementReasons[row.reason].title}</StatusPill>
        </span>
      ),
    },
    { id: 'node', header: 'Node', minWidthPx: 150, cell: (row) => mono(row.node) },
    { id: 'now', header: 'Is on', minWidthPx: 90, cell: (row) => mono(row.volumes.join(', ')) },
    {
      id: 'wanted',
      header: 'Rule leads to',
      minWidthPx: 120,
      cell: (row) => (row.rule ? mono(destinationText(row.rule.destination)) : '—'),
    },
    {
      id: 'due',
      header: 'Due',
      align: 'end',
      minWidthPx: 130,
      grow: 0,
      cell: (row) => <DueTime dueAt={row.firstDueAt} estimatedAt={row.estimatedDueAt} />,
    },
    {
      id: 'parts',
      header: 'Parts',
      align: 'end',
      minWidthPx: 70,
      grow: 0,
      cell: (row) => <Count value={BigInt(row.parts)} />,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => <Bytes value={row.bytes} />,
    },
  ]
}
