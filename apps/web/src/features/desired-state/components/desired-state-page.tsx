'use client'
import {
  Button,
  CodeBlock,
  column,
  type DataColumn,
  EmptyPicture,
  numberColumn,
  Panel,
  ProgressBar,
} from '@frostline/ui'
import { CircleCheck, Download, FileCode2, GitCommitHorizontal } from 'lucide-react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { requestedByColumn, startedColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { linkColumn } from '@/features/status/link-column.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { type ChangeSetSummary, changeSetLooks, isActive, shareOf, totalOf } from '../change-set.ts'
import { useChangeSets, useExportFile } from '../hooks/use-desired-state.ts'
import { ManagedPanel } from './managed-panel.tsx'

/** Files that were applied, what they manage, and the export of what is. */
export function DesiredStatePage() {
  return (
    <NeedsRole needed="admin" title="Desired state" task="The desired state">
      <DesiredState />
    </NeedsRole>
  )
}

const commands = `frostline export --output frostline.yaml   # the current state
frostline plan frostline.yaml              # what an apply would change
frostline apply frostline.yaml --yes --wait`

function DesiredState() {
  const download = useExportFile()
  return (
    <>
      <PageHeader
        title="Desired state"
        description="Settings as a file in Git, from disks, policies and TTLs to schedules, alerts and teams."
        actions={
          <Button icon={<Download aria-hidden />} busy={download.isPending} onClick={() => download.mutate()}>
            Export frostline.yaml
          </Button>
        }
      />
      <div className="flex flex-col gap-4">
        <PagedPanel
          title="Change sets"
          task="read the change sets"
          label="Change sets"
          query={useChangeSets()}
          rowsOf={(page) => page.changeSets}
          columns={columns}
          empty={{
            picture: (
              <EmptyPicture
                of={[
                  [FileCode2, 'accent'],
                  [GitCommitHorizontal, 'accent'],
                  [CircleCheck, 'cold'],
                ]}
              />
            ),
            title: 'No file applied yet',
            children: 'Export the current state, edit the file, and apply it with the command line.',
          }}
        />
        <ManagedPanel />
        <Panel
          title="Command line"
          description="It plans and applies the file. Each apply with changes is one change set. What the file does not name is left alone."
        >
          <CodeBlock language="text" label="Commands" code={commands} />
        </Panel>
      </div>
    </>
  )
}

const columns: readonly DataColumn<ChangeSetSummary>[] = [
  linkColumn('file', 'File', { minWidthPx: 140, hideable: false }, (row) => ({
    href: routes.changeSet(row.id),
    text: row.file,
  })),
  column('commit', 'Commit', { minWidthPx: 100, grow: 0 }, (row) =>
    row.commit === null ? (
      <span className="text-ink-3">–</span>
    ) : (
      <span className="font-mono text-xs" title={row.commit}>
        {row.commit.slice(0, 8)}
      </span>
    ),
  ),
  stateColumn(({ status }: ChangeSetSummary) => changeSetLooks[status]),
  column('progress', 'Progress', { minWidthPx: 120, grow: 0 }, (row) =>
    isActive(row) ? <ProgressBar label="Progress" share={shareOf(row)} /> : null,
  ),
  numberColumn('changes', 'Changes', 90, totalOf),
  numberColumn('made', 'Made', 80, ({ steps }) => steps.done + steps.unchanged),
  requestedByColumn<ChangeSetSummary>(),
  startedColumn<ChangeSetSummary>(),
]
