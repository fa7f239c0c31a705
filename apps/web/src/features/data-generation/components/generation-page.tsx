'use client'
import { dataTemplates } from '@frostline/domain'
import { buttonClasses, CodeBlock, formatBytes, formatCountOf, KeyValueList, Panel } from '@frostline/ui'
import { Import } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type GenerationDetail, generationLooks } from '../generation.ts'
import { useGeneration } from '../hooks/use-generation.ts'
import { useGenerationActions } from '../hooks/use-generation-actions.ts'
import { ChunksPanel } from './chunks-panel.tsx'
import { GenerationProgress } from './generation-progress.tsx'

/** One generation: its progress, each statement, and a link to load what it wrote. */
export function GenerationPage({ id }: { id: string }) {
  const query = useGeneration(id)
  const generation = query.data
  if (!generation)
    return <PageWithoutData title="Test data" task="read the generation of test data" query={query} />
  const { sourceId, bucket, prefix } = generation
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Test data in"
        subject={`${bucket}/${prefix}`}
        href={sourceId === null ? null : routes.browseSource(sourceId, { bucket, prefix })}
        look={generationLooks[generation.status]}
        run={generation}
        pausedBy={generation.pausedBy}
        actions={<GenerationActions generation={generation} />}
        onError={{
          title: 'The test data is incomplete',
          hint: 'Fix the cause, then retry. Complete files are not written again.',
        }}
      />
      <GenerationProgress
        generation={generation}
        panel={panelFromLedger(query, { task: 'read the test data' })}
      />
      <ChunksPanel generation={generation} />
      <HistoryPanel id={id} kind="data-generation" />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(generation)} />
        {generation.query ? (
          <CodeBlock className="mt-4 max-h-80" code={generation.query} label="Query" wrap />
        ) : null}
      </Panel>
    </div>
  )
}

function factsOf(generation: GenerationDetail) {
  const template = Object.entries(dataTemplates).find(([name]) => name === generation.template)?.[1]
  return [
    {
      key: 'source',
      label: 'Source',
      value: generation.sourceName,
      note: generation.sourceId === null ? 'Removed since then.' : undefined,
    },
    {
      key: 'rows',
      label: 'Rows',
      value: generation.kind === 'query' ? 'A query' : (template?.name ?? generation.template),
      note:
        generation.kind === 'query'
          ? generation.query === null
            ? 'Only admins can see its text.'
            : undefined
          : template?.description,
    },
    { key: 'format', label: 'Format', value: `${generation.format}, ${generation.compression}` },
    {
      key: 'files',
      label: 'Files',
      value: generation.pattern,
      mono: true,
      note: `${generation.rowsPerFile.toLocaleString('en')} rows each`,
    },
    {
      key: 'lanes',
      label: 'Concurrent statements',
      value: String(generation.statementsPerNode),
      note: 'on each node',
    },
  ]
}

/** Actions that its current state allows. */
function GenerationActions({ generation }: { generation: GenerationDetail }) {
  const { status, kind, sourceId, bucket, prefix, clusterSlug } = generation
  const operator = useRoleAllows('operator')
  const mayRetry = useRoleAllows(kind === 'query' ? 'admin' : 'operator')
  const actions = useGenerationActions()
  if (!operator) return null
  const folder = `${bucket}/${prefix}`
  const written = `${formatCountOf(generation.writtenFiles, 'file')} (${formatBytes(generation.writtenBytes)})`
  return (
    <RunActions
      run={generation}
      send={actions}
      cancel={{
        title: `Cancel the generation into ${folder}?`,
        description: `Running statements are killed. Their open files are not written. ${written} stay in the bucket. A retry continues from there.`,
        confirmLabel: 'Cancel generation',
      }}
      retry={
        mayRetry && sourceId !== null
          ? {
              title: `Write the missing files in ${folder}?`,
              description:
                kind === 'query'
                  ? 'The query runs again from the start. Files of the previous run are deleted first.'
                  : `${written} exist and are kept. The others are written.`,
            }
          : null
      }
      after={
        status === 'completed' && sourceId !== null ? (
          <Link
            className={buttonClasses('primary')}
            href={routes.newLoad(clusterSlug, { source: sourceId, bucket, glob: generation.pattern })}
          >
            <Import aria-hidden /> Load these files
          </Link>
        ) : null
      }
    />
  )
}
