'use client'
import {
  Badge,
  Button,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  Drawer,
  formatDuration,
  monoColumn,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { useMemo, useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { emptyUnlessAway } from '@/features/status/empty-unless-away.ts'
import { tableColumn } from '@/features/status/link-column.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeCut } from '../describe-live.ts'
import type { LiveMutation, useLive } from '../hooks/use-live.ts'
import { KillMutation, MutationDetails } from './kill-mutation.tsx'

interface MutationActions {
  cluster: string
  open: (mutation: LiveMutation) => void
  /** Null: the person may not kill. */
  kill: ((mutation: LiveMutation) => void) | null
}

function mutationColumns({ cluster, open, kill }: MutationActions): readonly DataColumn<LiveMutation>[] {
  return [
    tableColumn<LiveMutation>(cluster, { hideable: false }),
    column('command', 'Command', { minWidthPx: 220, grow: 3 }, (row) => (
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          onClick={() => open(row)}
          title={row.command}
          className="min-w-0 max-w-full truncate text-left font-mono text-xs hover:underline"
        >
          {row.command.replace(/\s+/g, ' ')}
        </button>
        {row.isReplicated ? <Badge title="All replicas of the table share it.">replicated</Badge> : null}
      </span>
    )),
    monoColumn('node', 'Node', { minWidthPx: 150, sorted: true }, (row) => row.node),
    countColumn('parts', 'Parts left', { minWidthPx: 108, sorted: true }, (row) => row.partsLeft),
    numberColumn('age', 'Age', { minWidthPx: 84, sortValue: (row) => row.ageSeconds }, (row) =>
      formatDuration(row.ageSeconds * 1_000),
    ),
    column('failure', 'Latest failure', { minWidthPx: 220, grow: 3 }, (row) =>
      row.failure === null ? (
        <span className="text-ink-3 text-xs">none</span>
      ) : (
        <span className="block truncate text-danger-ink text-xs" title={row.failure}>
          {row.failedPart}: {row.failure}
        </span>
      ),
    ),
    ...(kill
      ? [
          numberColumn<LiveMutation>('kill', 'Kill', { minWidthPx: 84, hideable: false }, (row) => (
            <Button
              size="sm"
              aria-label={`Kill mutation ${row.mutationId} of ${row.database}.${row.table} on ${row.node}`}
              onClick={() => kill(row)}
            >
              Kill
            </Button>
          )),
        ]
      : []),
  ]
}

export function MutationsTab({ cluster, query }: { cluster: string; query: ReturnType<typeof useLive> }) {
  const [opened, setOpened] = useState<LiveMutation | null>(null)
  const [killing, setKilling] = useState<LiveMutation | null>(null)
  const operator = useRoleAllows('operator')
  const { rows = [], cut = [] } = query.data?.data.mutations ?? {}
  const columns = useMemo(
    () => mutationColumns({ cluster, open: setOpened, kill: operator ? setKilling : null }),
    [cluster, operator],
  )
  return (
    <Panel
      title="Mutations"
      description="Unfinished mutations. Each rewrites the parts that are left."
      flush
      minHeightPx={240}
      {...panelFromQuery(query, {
        task: 'read the unfinished mutations',
        empty: ({ data }) =>
          rows.length > 0
            ? null
            : emptyUnlessAway(data.coverage, {
                title: 'No unfinished mutations',
                children: 'ALTER UPDATE, DELETE and MATERIALIZE appear here until all parts are rewritten.',
              }),
      })}
      footer={describeCut(cut, 'mutations')}
    >
      <DataTable
        label="Mutations"
        columns={columns}
        rows={rows}
        getRowId={(row) => JSON.stringify([row.node, row.database, row.table, row.mutationId])}
      />
      <Drawer
        title="Mutation"
        open={opened !== null}
        onOpenChange={(open) => (open ? undefined : setOpened(null))}
      >
        {opened ? <MutationDetails mutation={opened} /> : null}
      </Drawer>
      <KillMutation cluster={cluster} mutation={killing} onClose={() => setKilling(null)} />
    </Panel>
  )
}
