'use client'
import { formatBytes, KeyValueList, Panel, RelativeTime } from '@frostline/ui'
import Link from 'next/link'
import { formatZonedTime } from '@/features/cron/zoned-time.ts'
import { strategyNames } from '@/features/loads/load.ts'
import { describeQuorum } from '@/features/loads/quorum-words.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { usePipeline } from '../hooks/use-pipelines.ts'
import { describeTrigger, type PipelineDetail, pipelineLook } from '../pipeline.ts'
import { KnownPanel } from './known-panel.tsx'
import { LagPanel } from './lag-panel.tsx'
import { PipelineActions } from './pipeline-actions.tsx'
import { PipelineNotices } from './pipeline-notices.tsx'
import { RunsPanel } from './runs-panel.tsx'

/** One pipeline: how far behind it is, its loads side by side, what it left out, and its settings. */
export function PipelinePage({ cluster, id }: { cluster: string; id: string }) {
  const query = usePipeline(id)
  const pipeline = query.data
  if (!pipeline) return <PageWithoutData title="Pipeline" task="read the pipeline" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
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
      value: `at most ${pipeline.maxObjects} objects${pipeline.maxBytes === null ? '' : `, ${formatBytes(pipeline.maxBytes)}`}, the oldest first`,
      note: `In batches of at most ${spec.batch.maxObjects} objects or ${formatBytes(BigInt(spec.batch.maxBytes))}.`,
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
      key: 'Made',
      value: <RelativeTime at={pipeline.createdAt} />,
      note: `by ${pipeline.createdBy}`,
    },
  ]
}
