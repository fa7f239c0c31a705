'use client'
import {
  Button,
  ConfirmDialog,
  formatBytes,
  formatCount,
  formatCountOf,
  KeyValueList,
  Panel,
  RelativeTime,
} from '@frostline/ui'
import { FastForward, Pause, Play, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { runFigureColumns } from '@/features/loads/components/run-figure-columns.tsx'
import { RunRates } from '@/features/loads/components/run-rates.tsx'
import { strategyNames } from '@/features/loads/load.ts'
import { describeQuorum } from '@/features/loads/quorum-words.ts'
import { formatZonedTime } from '@/features/schedules/zoned-time.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { EditPipeline } from '../form/edit-pipeline.tsx'
import { usePipelineActions } from '../hooks/use-pipeline-actions.ts'
import { usePipeline, usePipelineRuns } from '../hooks/use-pipelines.ts'
import { describeTrigger, type Pipeline, type PipelineDetail, pipelineLook } from '../pipeline.ts'
import { KnownPanel } from './known-panel.tsx'
import { LagPanel } from './lag-panel.tsx'
import { PipelineNotices } from './pipeline-notices.tsx'

/** One pipeline: its lag, its loads side by side, what it skipped, and its settings. */
export function PipelinePage({ cluster, id }: { cluster: string; id: string }) {
  const query = usePipeline(id)
  const pipeline = query.data
  if (!pipeline) return <PageWithoutData title="Pipeline" task="read the pipeline" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        crumb={{ id, name: pipeline.name }}
        title={
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 break-words">{pipeline.name}</span>
            <LookPill look={pipelineLook(pipeline)} />
          </span>
        }
        description={
          <>
            <Link
              className="hover:underline"
              href={routes.browseSource(pipeline.sourceId, { bucket: pipeline.bucket })}
            >
              {pipeline.bucket}/{pipeline.glob}
            </Link>{' '}
            into{' '}
            <Link className="hover:underline" href={routes.table(cluster, pipeline.database, pipeline.table)}>
              {pipeline.database}.{pipeline.table}
            </Link>
            , {describeTrigger(pipeline)}, as {pipeline.owner}.
          </>
        }
        actions={<PipelineActions pipeline={pipeline} />}
      />
      <ManagedNotice kinds={['pipelines']} cluster={pipeline.clusterSlug} name={pipeline.name} />
      <PipelineNotices pipeline={pipeline} />
      <LagPanel pipeline={pipeline} />
      <RunsPanel pipeline={pipeline} />
      <Panel
        title="Settings"
        {...panelFromQuery(query, { task: 'read the pipeline' })}
        sql={pipeline.statements}
      >
        <KeyValueList items={factsOf(pipeline)} />
      </Panel>
      <KnownPanel pipeline={pipeline} />
    </div>
  )
}

function factsOf(pipeline: PipelineDetail) {
  const { spec, trigger, asked, lastRunAt, lastRunNote, nextRuns } = pipeline
  return [
    { key: 'Source', value: pipeline.sourceName },
    {
      key: 'When',
      value: describeTrigger(pipeline),
      note:
        trigger.kind === 'schedule'
          ? `${trigger.cron} (${trigger.timeZone}). ${nextRuns.map((next) => formatZonedTime(next, trigger.timeZone)).join(', ')}`
          : undefined,
    },
    {
      key: 'Last run',
      value: lastRunAt === null ? 'none yet' : <RelativeTime at={lastRunAt} />,
      note:
        asked === null
          ? (lastRunNote ?? undefined)
          : `Started by ${asked.by ?? 'its schedule'}. Starts when no other load of it is open.`,
    },
    {
      key: 'Overwritten objects',
      value: pipeline.newVersions === 'ignore' ? 'New versions are skipped' : 'New versions are loaded too',
      note:
        pipeline.newVersions === 'ignore'
          ? `${pipeline.known.new_version} skipped so far.`
          : 'Rows of old versions stay in the table.',
    },
    {
      key: 'Load size',
      value: `at most ${formatCount(pipeline.maxObjects)} objects${pipeline.maxBytes === null ? '' : `, ${formatBytes(pipeline.maxBytes)}`}, the oldest first`,
      note: `In batches of at most ${formatCount(spec.batch.maxObjects)} objects or ${formatBytes(BigInt(spec.batch.maxBytes))}.`,
    },
    { key: 'Format', value: `${spec.read.format}, ${spec.read.compression}` },
    { key: 'Strategy', value: strategyNames[spec.strategy.kind] },
    ...(spec.landing.replicated ? [{ key: 'Quorum', value: describeQuorum(spec.quorum) }] : []),
    {
      key: 'Rows are stored in',
      value: `${spec.landing.database}.${spec.landing.table}`,
      mono: true,
      note: `on ${spec.landing.nodes.join(', ')}`,
    },
    {
      key: 'Columns',
      value: spec.mapping.map(({ column, expression }) => (
        <span key={column} className="block">
          {column} ← {expression}
        </span>
      )),
      mono: true,
    },
    {
      key: 'Created',
      value: <RelativeTime at={pipeline.createdAt} />,
      note: `by ${pipeline.createdBy}`,
    },
  ]
}

/** Its loads side by side: what each loaded, and how fast. */
function RunsPanel({ pipeline }: { pipeline: Pipeline }) {
  const query = usePipelineRuns(pipeline.id)
  return (
    <PagedPanel
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

/** An operator's actions that its current state allows. */
function PipelineActions({ pipeline }: { pipeline: PipelineDetail }) {
  const operator = useRoleAllows('operator')
  const act = usePipelineActions(pipeline)
  if (!operator) return null
  const { name, enabled, database, table, known } = pipeline
  return (
    <>
      {enabled ? (
        <>
          <Button
            icon={<FastForward aria-hidden />}
            busy={act.running}
            disabled={pipeline.loading.objects > 0}
            onClick={act.run}
          >
            Run now
          </Button>
          <ConfirmDialog
            title={`Pause ${name}?`}
            description="No new loads start. A running load continues. Pause or cancel it on its own page. The bucket is still listed. New objects count as lag and are loaded after you resume."
            confirmLabel="Pause"
            cancelLabel="Cancel"
            onConfirm={act.pause}
            trigger={<Button icon={<Pause aria-hidden />}>Pause</Button>}
          />
        </>
      ) : (
        <Button variant="primary" icon={<Play aria-hidden />} busy={act.resuming} onClick={act.resume}>
          Resume
        </Button>
      )}
      <EditPipeline pipeline={pipeline} />
      <ConfirmDialog
        danger
        title={`Remove ${name}?`}
        description={`The pipeline's list of ${formatCountOf(known.taken + known.present, 'known object')} is deleted. A new pipeline over the same objects would load them again. Its loads, and all rows in ${database}.${table}, are kept. Nothing in the bucket changes.`}
        confirmLabel="Remove pipeline"
        cancelLabel="Cancel"
        onConfirm={act.remove}
        trigger={<Button icon={<Trash2 aria-hidden />}>Remove</Button>}
      />
    </>
  )
}
