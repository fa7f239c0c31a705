'use client'
import { Select } from '@frostline/ui'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { choiceParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useLoadsLike } from '../hooks/use-load.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'
import { runFigureColumns } from './run-figure-columns.tsx'
import { RunRates } from './run-rates.tsx'

const params = { common: choiceParam(['table', 'objects'] as const, 'table') }

/** A finished load beside similar ones: which strategy was faster. */
export function ComparisonPanel({ load }: { load: LoadDetail }) {
  const [{ common }, setUrl] = useUrlState(params)
  const over = !isActiveLoad(load)
  const query = useLoadsLike(load.id, common, over)
  if (!over) return null
  return (
    <PagedPanel
      title="Compared with other loads"
      description="Loaded rows and bytes divided by the total time. Includes this load."
      actions={
        <Select
          label="Loads to compare with"
          size="sm"
          className="w-44"
          value={common}
          onValueChange={(next) => setUrl({ common: next })}
          options={[
            { value: 'table', label: 'Into the same table' },
            { value: 'objects', label: 'With the same objects' },
          ]}
        />
      }
      task="read the other loads"
      label="Loads compared"
      query={query}
      rowsOf={(page) => page.loads}
      above={(loads) => <RunRates loads={loads} />}
      columns={runFigureColumns(load.clusterSlug, load)}
      empty={{ title: 'No load', children: 'Refresh.' }}
    />
  )
}
