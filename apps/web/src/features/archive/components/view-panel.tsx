'use client'
import { answerArchiveView } from '@frostline/domain'
import {
  Button,
  CodeBlock,
  ConfirmDialog,
  column,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  monoColumn,
  numberColumn,
  Panel,
  ShareBar,
} from '@frostline/ui'
import { Combine, RefreshCw, Trash2 } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { type Look, look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type ArchiveViewPage, useArchiveView, useArchiveViewActions } from '../hooks/use-archive-view.ts'

interface TableAt {
  cluster: string
  database: string
  table: string
}

/** A view over the table and its archives: its definition before it is created, and whether each node has it. */
export function ViewPanel({ at }: { at: TableAt }) {
  const query = useArchiveView(at)
  const page = query.data
  return (
    <Panel
      title="Query in place"
      description="One view reads the rows of the table and those in its archives. Archives and restores keep it right."
      minHeightPx={200}
      {...panelFromLedger(query, { task: 'read the view over table and archive' })}
      footer={page ? <ViewActions at={at} page={page} /> : undefined}
    >
      {page ? <ViewFacts at={at} page={page} /> : null}
    </Panel>
  )
}

function ViewFacts({ at, page }: { at: TableAt; page: ArchiveViewPage }) {
  const [first] = page.statements
  const wrong = page.nodes.filter(({ state }) => state !== 'current' && state !== 'no-table')
  const unread = wrong.filter(({ state }) => state === 'unread').length
  return (
    <div className="flex flex-col gap-4">
      <AnswerFirst
        inset
        listed
        answer={answerArchiveView({
          ...{ name: `${at.database}.${page.name}`, exists: page.view !== null },
          ...{ partitions: page.partitions, rows: page.rows, files: page.files, fileBytes: page.fileBytes },
          ...{ wrongNodes: wrong.length - unread, unreadNodes: unread, obstacles: page.obstacles.length },
        })}
      >
        {page.view && page.partitions > 0 && page.tableRows !== null ? (
          <ShareBar
            label="Rows of the view"
            shares={[
              { key: 'table', label: 'From the table', value: page.tableRows },
              { key: 'files', label: 'From files', value: page.rows },
            ]}
            formatValue={(rows) => formatCountOf(rows, 'row')}
          />
        ) : null}
      </AnswerFirst>
      {page.unreadable.partitions > 0 ? (
        <p className="break-words rounded-lg border bg-warn-soft px-4 py-3 text-sm">
          {formatCountOf(page.unreadable.rows, 'row')} in{' '}
          {formatCountOf(page.unreadable.partitions, 'partition')} are left out: the storage class of their
          files has to be retrieved first. Restore them to query them.
        </p>
      ) : null}
      {[...page.obstacles, ...(page.view?.error ? [page.view.error] : [])].map((text) => (
        <p key={text} className="break-words rounded-lg border bg-warn-soft px-4 py-3 text-sm">
          {text}
        </p>
      ))}
      {page.view && wrong.length > 0 ? (
        <DataTable
          label="Nodes of the view"
          columns={columns}
          rows={page.nodes}
          getRowId={({ node }) => node}
        />
      ) : null}
      {first ? (
        <details open={page.view === null}>
          <summary className="cursor-pointer text-sm">
            Definition on {first.node}
            {page.statements.length > 1 ? '. Other shards name their own files' : ''}
          </summary>
          <CodeBlock code={first.sql} language="sql" className="mt-2 max-h-80 overflow-auto" />
          <p className="mt-2 text-ink-3 text-xs">
            A filter on _partition_id leaves out files before they are opened. Whoever queries the view needs
            SELECT on the table and READ ON S3.
            {page.collections.length > 0
              ? ` Keys are in the named collection ${page.collections.join(', ')} on each node.`
              : ''}
          </p>
        </details>
      ) : null}
    </div>
  )
}

function ViewActions({ at, page }: { at: TableAt; page: ArchiveViewPage }) {
  const { create, drop } = useArchiveViewActions()
  const isBlocked = page.obstacles.length > 0
  if (!useRoleAllows('admin')) return page.view ? null : <span>An admin can create the view.</span>
  const name = `${at.database}.${page.name}`
  const keys =
    page.collections.length > 0
      ? ` The keys of the source are stored on each node as the named collection ${page.collections.join(', ')}.`
      : ''
  if (page.view === null)
    return (
      <ConfirmDialog
        title={`Create the view ${name}?`}
        description={`It is created on ${formatCountOf(page.statements.length, 'node')} as shown, and reads ${formatCountOf(page.files, 'file')} (${formatBytes(page.fileBytes)}) beside the table.${keys}`}
        confirmLabel="Create view"
        cancelLabel="Cancel"
        onConfirm={async () => void (await create.mutateAsync(at))}
        trigger={
          <Button icon={<Combine aria-hidden />} disabled={isBlocked}>
            Create view
          </Button>
        }
      />
    )
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        icon={<RefreshCw aria-hidden />}
        busy={create.isPending}
        disabled={isBlocked}
        onClick={() => create.mutate(at)}
      >
        Update view
      </Button>
      <ConfirmDialog
        danger
        title={`Drop the view ${name}?`}
        description="Queries of it fail from then on. The table and the files stay as they are."
        confirmLabel="Drop view"
        cancelLabel="Keep it"
        onConfirm={async () => void (await drop.mutateAsync(at))}
        trigger={<Button icon={<Trash2 aria-hidden />}>Drop view</Button>}
      />
    </div>
  )
}

type Node = ArchiveViewPage['nodes'][number]
const looks: Record<Node['state'], Look> = {
  current: look('ok', 'up to date', 'It has the right definition.'),
  outdated: look('warn', 'outdated', 'It has an earlier definition.'),
  missing: look('warn', 'missing', 'The node does not have the view.'),
  foreign: look('danger', 'name taken', 'Another table or view has the name.'),
  'no-table': look('neutral', 'no table', 'The node does not have the table.'),
  unread: look('neutral', 'unknown', 'The node did not answer.'),
}
const columns: readonly DataColumn<Node>[] = [
  monoColumn('node', 'Node', { minWidthPx: 160, hideable: false }, (row) => row.node),
  numberColumn('shard', 'Shard', 70, (row) => row.shard),
  column('state', 'State', { minWidthPx: 120, grow: 0 }, (row) => <LookPill look={looks[row.state]} />),
  column('message', 'Note', { minWidthPx: 200, grow: 2 }, (row) =>
    row.message === null ? null : (
      <span className="truncate text-xs" title={row.message}>
        {row.message}
      </span>
    ),
  ),
]
