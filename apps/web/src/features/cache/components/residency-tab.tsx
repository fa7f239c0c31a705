'use client'
import {
  Button,
  DataTable,
  EmptyState,
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  Panel,
  Select,
  ShareBar,
  shareOf,
  TileMap,
  tierColors,
} from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { choiceParam, textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type Residency, useResidency } from '../hooks/use-residency.ts'
import {
  nameTable,
  type ResidencyGroup,
  type ResidencyRow,
  residencyGroups,
  toResidencyRows,
} from '../residency-rows.ts'
import { residencyColumns } from './residency-columns.tsx'

const allTables = '*'
const params = { by: choiceParam(residencyGroups, 'table'), of: textParam(allTables) }

const groupLabels: Record<ResidencyGroup, string> = {
  table: 'By table',
  partition: 'By partition',
  kind: 'By file type',
  part: 'By part',
}

/** Which tables own the bytes in the caches, on request. */
export function ResidencyTab({ cluster }: { cluster: string }) {
  const [{ by, of }, setUrl] = useUrlState(params)
  const { query, progress, stop } = useResidency(cluster)
  const operator = useRoleAllows('operator')
  const data = query.data?.data
  const asked = data !== undefined || query.isFetching || query.error !== null
  const rows = data ? toResidencyRows(data, by, of === allTables ? null : of) : []
  return (
    <Panel
      title="Contents"
      description="On request, each node compares the segments of its caches with the files of all tables on the disks behind them."
      flush
      minHeightPx={320}
      actions={
        <span className="flex flex-wrap items-center gap-2">
          {query.isFetching ? (
            <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate()}>
              Stop
            </Button>
          ) : null}
          {data ? (
            <>
              <Select
                label="Table"
                size="sm"
                className="w-40"
                value={of}
                onValueChange={(next) =>
                  setUrl({ of: next, ...(next !== allTables && by === 'table' ? { by: 'partition' } : {}) })
                }
                options={[
                  { value: allTables, label: 'All tables' },
                  ...data.tables.map((table) => ({ value: nameTable(table), label: nameTable(table) })),
                ]}
              />
              <Select
                label="Divide"
                size="sm"
                className="w-36"
                value={by}
                onValueChange={(next) => setUrl({ by: next })}
                options={residencyGroups.map((value) => ({ value, label: groupLabels[value] }))}
              />
            </>
          ) : null}
        </span>
      }
      {...(asked
        ? panelFromQuery(query, {
            task: 'read what is cached',
            empty: (answer) =>
              answer.data.byNode.some(({ cachedBytes }) => cachedBytes > 0n) || answer.data.tables.length > 0
                ? null
                : {
                    title: 'Nothing is cached',
                    children:
                      'The caches of the nodes that responded are empty, and no table is on a disk behind a cache.',
                  },
          })
        : {})}
      {...(query.isFetching
        ? { state: { kind: 'loading' } as const, skeleton: <Progress progress={progress} /> }
        : {})}
      footer={data && !query.isFetching ? describeSums(data) : undefined}
    >
      {asked ? (
        <div className="flex flex-col">
          {data ? (
            <ShareBar
              className="px-4 pt-4"
              label="Cached bytes of all nodes by table"
              shares={toResidencyRows(data, 'table', null).map(
                ({ key, label, cachedBytes, storedBytes }) => ({
                  key,
                  label,
                  value: cachedBytes,
                  ...(storedBytes === null ? { color: tierColors.unknown } : {}),
                }),
              )}
              formatValue={formatBytes}
            />
          ) : null}
          <TileMap
            className="p-4"
            label={`Cached bytes, ${groupLabels[by].toLowerCase()}`}
            tiles={toTiles(rows)}
            formatValue={formatBytes}
          />
          <DataTable
            label="Cached bytes"
            className="border-t"
            columns={residencyColumns(cluster, {
              by,
              operator,
              onOpen: (table) => setUrl({ of: nameTable(table), by: 'partition' }, { history: 'push' }),
            })}
            rows={rows}
            getRowId={(row) => row.key}
          />
        </div>
      ) : (
        <EmptyState
          title="Not read yet"
          action={
            <Button variant="primary" onClick={() => refetchFresh(query)}>
              Read cached files
            </Button>
          }
        >
          Takes about 0.1 s per 1,000 files on each node, up to a minute. You can stop it.
        </EmptyState>
      )}
    </Panel>
  )
}

function Progress({ progress }: { progress: ReturnType<typeof useResidency>['progress'] }) {
  const nodes = progress?.nodes ?? []
  return (
    <ul aria-label="Progress" className="flex flex-col gap-1 text-sm">
      <li className="text-ink-2">Nodes are reading file metadata.</li>
      {nodes.map(({ node, elapsedMs, files }) => (
        <li key={node} className="text-ink-3 text-xs">
          <span className="font-mono">{node}</span>: {formatCount(files)} rows after{' '}
          {formatDuration(elapsedMs)}
        </li>
      ))}
    </ul>
  )
}

const maxTiles = 60

/** The many small ones form one tile. */
function toTiles(rows: readonly ResidencyRow[]) {
  const sorted = rows.toSorted((a, b) => Number(b.cachedBytes - a.cachedBytes))
  const restBytes = sorted.slice(maxTiles).reduce((sum, { cachedBytes }) => sum + cachedBytes, 0n)
  return [
    ...sorted.slice(0, maxTiles).map((row) => ({
      key: row.key,
      label: row.shortLabel,
      title: row.label,
      value: Number(row.cachedBytes),
      color: row.storedBytes === null ? tierColors.unknown : tierColors.cache,
      note:
        row.storedBytes === null
          ? undefined
          : `${formatPercent(shareOf(row.cachedBytes, row.storedBytes))} of ${formatBytes(row.storedBytes)}`,
    })),
    ...(restBytes > 0n
      ? [
          {
            key: '\0rest',
            label: `${sorted.length - maxTiles} more`,
            value: Number(restBytes),
            color: tierColors.cache,
          },
        ]
      : []),
  ]
}

function describeSums({ byNode }: Residency): string {
  return byNode
    .map(
      ({ node, cachedBytes, unexplainedBytes }) =>
        `${node}: ${formatBytes(cachedBytes)} in all${unexplainedBytes > 0n ? `, ${formatBytes(unexplainedBytes)} not in a table file` : ''}`,
    )
    .join(' · ')
}
