'use client'
import { Button, DataTable, Panel } from '@frostline/ui'
import { ArrowUp, ScrollText } from 'lucide-react'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { auditParams, noFilters } from '../audit-filters.ts'
import { useAuditEntries } from '../hooks/use-audit-entries.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilterBar } from './audit-filter-bar.tsx'

/** Everybody signed in may read it: it holds no secret. */
export function AuditPage() {
  const [state, setUrl] = useUrlState(auditParams)
  const { query, entries, hasNews, showNews, round } = useAuditEntries(state)
  const columns = auditColumns((entry) => setUrl({ entry }, { history: 'push' }))
  const filtered = Object.entries(noFilters).some(
    ([key, none]) => state[key as keyof typeof noFilters] !== none,
  )
  return (
    <>
      <PageHeader
        title="Audit"
        description="Who changed what, with the statements that were sent. Newest first. New entries appear automatically."
      />
      <AuditFilterBar state={state} onChange={setUrl} filtered={filtered} />
      <Panel
        title="Entries"
        flush
        minHeightPx={200}
        actions={
          hasNews ? (
            <Button size="sm" icon={<ArrowUp aria-hidden />} onClick={showNews}>
              Show new entries
            </Button>
          ) : null
        }
        {...panelFromQuery(query, {
          task: 'read the audit',
          empty: () =>
            entries.length > 0
              ? null
              : {
                  icon: <ScrollText />,
                  title: filtered ? 'No entry matches' : 'No changes yet',
                  children: filtered
                    ? 'Entries must match all filters. Clear a filter, or choose a longer time range.'
                    : 'Every change is recorded here, including refused attempts.',
                  ...(filtered
                    ? { action: <Button onClick={() => setUrl(noFilters)}>Clear filters</Button> }
                    : {}),
                },
        })}
      >
        <DataTable
          key={round}
          label="Audit entries"
          columns={columns}
          rows={entries}
          getRowId={(row) => row.id}
          serverSorted
          refreshing={query.isPlaceholderData}
          {...moreRows(query)}
        />
      </Panel>
      <AuditDrawer
        entryId={state.entry}
        loaded={entries.find(({ id }) => id === state.entry)}
        onClose={() => setUrl({ entry: '' }, { history: 'push' })}
      />
    </>
  )
}
