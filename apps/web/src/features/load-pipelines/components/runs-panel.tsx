'use client'
import { runFigureColumns } from '@/features/loads/components/run-figure-columns.tsx'
import { RunRates } from '@/features/loads/components/run-rates.tsx'
import { RunList } from '@/features/run/run-list.tsx'
import { usePipelineRuns } from '../hooks/use-pipelines.ts'
import type { Pipeline } from '../pipeline.ts'

/** Its loads side by side: what each brought, and how fast. */
export function RunsPanel({ pipeline }: { pipeline: Pipeline }) {
  const query = usePipelineRuns(pipeline.id)
  return (
    <RunList
      title="Loads"
      description="One load per run, newest first."
      task="read the loads of the pipeline"
      label="Loads of the pipeline"
      query={query}
      rowsOf={(page) => page.loads}
      above={(loads) => <RunRates loads={loads} />}
      columns={runFigureColumns(pipeline.clusterSlug, null)}
      empty={{ title: 'No loads yet', children: 'The first run that finds an object starts a load.' }}
    />
  )
}
