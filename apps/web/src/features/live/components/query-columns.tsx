'use client'
import { isOpenRun } from '@frostline/domain'
import {
  Badge,
  Button,
  Bytes,
  bytesColumn,
  column,
  type DataColumn,
  formatBytes,
  formatCountOf,
  formatDuration,
  formatPercent,
  monoColumn,
  numberColumn,
} from '@frostline/ui'
import { hitRatioOf } from '../describe-live.ts'
import type { LiveStatement } from '../hooks/use-live.ts'
import { OwnRunLink } from './own-run-link.tsx'

export interface QueryActions {
  open: (statement: LiveStatement) => void
  /** Null: the person may not kill. */
  kill: ((statement: LiveStatement) => void) | null
}

/** One line, for a row and for names of buttons. */
function shortText({ text }: Pick<LiveStatement, 'text'>): string {
  return text.replace(/\s+/g, ' ').trim()
}

export function queryColumns({ open, kill }: QueryActions): readonly DataColumn<LiveStatement>[] {
  return [
    column('query', 'Query', { minWidthPx: 200, grow: 4, hideable: false }, (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          onClick={() => open(row)}
          title={row.text}
          className="min-w-0 max-w-full truncate text-left font-mono text-xs hover:underline"
        >
          {shortText(row)}
        </button>
        <Marks statement={row} />
      </span>
    )),
    numberColumn('age', 'Age', { minWidthPx: 76, sortValue: ageOf }, (row) =>
      formatDuration(row.elapsedSeconds * 1_000),
    ),
    bytesColumn(
      'store',
      'From store',
      {
        minWidthPx: 116,
        description: 'Bytes read from object storage, through a cache or not.',
        sorted: true,
      },
      (row) => row.storeBytes,
    ),
    numberColumn(
      'hits',
      'Cache hits',
      {
        minWidthPx: 112,
        description: 'Share of the bytes requested from a filesystem cache.',
        sortValue: (row) => hitRatioOf(row),
      },
      (row) => {
        const ratio = hitRatioOf(row)
        if (ratio === null) return <span className="text-ink-3">no cache</span>
        return <span title={`${formatBytes(row.cacheBytes)} from the cache`}>{formatPercent(ratio)}</span>
      },
    ),
    numberColumn(
      'read',
      'Read',
      { minWidthPx: 80, description: 'Uncompressed bytes.', sortValue: (row) => row.readBytes },
      (row) => <span title={formatCountOf(row.readRows, 'row')}>{formatBytes(row.readBytes)}</span>,
    ),
    bytesColumn('memory', 'Memory', { minWidthPx: 88, sorted: true }, (row) => row.memoryBytes),
    monoColumn('node', 'Node', { minWidthPx: 146, sorted: true }, (row) => row.node),
    monoColumn('user', 'User', { minWidthPx: 92, sorted: true }, (row) => row.user),
    ...(kill
      ? [
          numberColumn<LiveStatement>('kill', 'Kill', { minWidthPx: 84, hideable: false }, (row) =>
            row.run && isOpenRun(row.run.status) ? (
              <OwnRunLink run={row.run} label="Cancel run" />
            ) : (
              <Button
                size="sm"
                disabled={row.isStopping}
                aria-label={`Kill query of ${row.user} on ${row.node}: ${shortText(row).slice(0, 80)}`}
                onClick={() => kill(row)}
              >
                Kill
              </Button>
            ),
          ),
        ]
      : []),
  ]
}

/** By the second of the start: elapsed times of nodes are read at different moments, and rows would change places. */
function ageOf({ startedAt }: LiveStatement): number {
  return -Math.floor(startedAt.getTime() / 1_000)
}

function Marks({ statement }: { statement: LiveStatement }) {
  const { isPart, isStopping, frostline, run, storeWrittenBytes } = statement
  return (
    <>
      {isStopping ? <Badge tone="warn">stopping</Badge> : null}
      {isPart ? <Badge title="Sent by another node: a part of a distributed query.">part</Badge> : null}
      {frostline ? (
        <Badge tone="accent" title={`A statement of Frostline: ${frostline.purpose}`}>
          Frostline
        </Badge>
      ) : null}
      {run ? <OwnRunLink run={run} /> : null}
      {storeWrittenBytes > 0n ? (
        <span className="shrink-0 text-ink-3 text-xs">
          <Bytes value={storeWrittenBytes} /> uploaded
        </span>
      ) : null}
    </>
  )
}
