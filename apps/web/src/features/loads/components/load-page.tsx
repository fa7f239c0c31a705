'use client'
import { CopyButton, formatCount, formatCountOf, KeyValueList, Panel } from '@frostline/ui'
import Link from 'next/link'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { RawText } from '@/features/sources/components/raw-text.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useLoad } from '../hooks/use-load.ts'
import { fileLooks, isActiveLoad, type LoadDetail, loadLooks, strategyNames } from '../load.ts'
import { describeLostReplicaRule } from '../lost-replica-rule.tsx'
import { describeQuorum } from '../quorum-words.ts'
import { BadRowsPanel } from './bad-rows-panel.tsx'
import { BatchDrawer } from './batch-drawer.tsx'
import { BatchesPanel } from './batches-panel.tsx'
import { ComparisonPanel } from './comparison-panel.tsx'
import { CostsPanel } from './costs-panel.tsx'
import { DuplicatesPanel } from './duplicates-panel.tsx'
import { FilesPanel } from './files-panel.tsx'
import { LoadActions } from './load-actions.tsx'
import { LoadChecks } from './load-checks.tsx'
import { LoadProgress } from './load-progress.tsx'
import { LostReplicasPanel } from './lost-replicas-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'

/** The batch whose drawer is open; -1 for none. */
const params = { batch: integerParam(-1, 0) }

/** One load: its progress, each node, the result of each object, and the statements. */
export function LoadPage({ id }: { id: string }) {
  const query = useLoad(id)
  const [{ batch }, setUrl] = useUrlState(params)
  const load = query.data
  if (!load) return <PageWithoutData title="Load" task="read the load" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Load into"
        subject={`${load.database}.${load.table}`}
        href={routes.table(load.clusterSlug, load.database, load.table)}
        look={loadLooks[load.status]}
        run={load}
        pausedBy={load.pausedBy}
        intro={`${load.title}.`}
        more={
          load.pipelineId ? (
            <>
              Run of{' '}
              <Link className="underline" href={routes.pipeline(load.clusterSlug, load.pipelineId)}>
                a pipeline
              </Link>
              .
            </>
          ) : null
        }
        actions={<LoadActions load={load} />}
        onError={{
          title: 'The load is incomplete',
          hint: 'Fix the cause, then retry the rest, or skip bad rows. Loaded objects are not loaded again.',
        }}
      />
      <Panel title="Progress" {...panelFromLedger(query, { task: 'read the load' })}>
        <LoadProgress load={load} />
      </Panel>
      <DuplicatesPanel load={load} />
      <LostReplicasPanel load={load} />
      <QuorumPanel load={load} />
      <FailuresPanel load={load} />
      <NodesPanel load={load} />
      <CostsPanel load={load} />
      <BatchesPanel load={load} onOpen={(ordinal) => setUrl({ batch: ordinal }, { history: 'push' })} />
      <FilesPanel load={load} />
      <BadRowsPanel load={load} />
      <ComparisonPanel load={load} />
      <HistoryPanel id={id} kind="load-job" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Panel title="Plan">
          <KeyValueList items={factsOf(load)} />
        </Panel>
        {load.checks.length > 0 ? (
          <Panel title="Checks at the start">
            <LoadChecks checks={load.checks} />
          </Panel>
        ) : null}
      </div>
      <BatchDrawer
        load={load}
        ordinal={batch < 0 ? null : batch}
        onClose={() => setUrl({ batch: -1 }, { history: 'push' })}
      />
    </div>
  )
}

function factsOf(load: LoadDetail) {
  const { spec } = load
  const { selection, bucket } = spec.source
  const bad = spec.badRows
  return [
    {
      key: 'source',
      label: 'Source',
      value: load.sourceName,
      note: load.sourceId === null ? 'Removed since then.' : undefined,
    },
    {
      key: 'selection',
      label: 'Objects',
      value:
        selection.kind === 'glob'
          ? `${bucket}/${selection.glob}`
          : `${selection.keys.length} selected from ${bucket}`,
      mono: selection.kind === 'glob',
    },
    { key: 'format', label: 'Format', value: `${spec.read.format}, ${spec.read.compression}` },
    { key: 'strategy', label: 'Strategy', value: strategyNames[spec.strategy.kind] },
    {
      key: 'landing',
      label: 'Rows are stored in',
      value: `${spec.landing.database}.${spec.landing.table}`,
      mono: true,
      note: `on ${spec.landing.nodes.join(', ')}`,
    },
    {
      key: 'bad',
      label: 'Bad rows',
      value:
        bad.kind === 'fail'
          ? 'Reject the whole object'
          : bad.kind === 'skip'
            ? `Skipped and counted, at most ${formatCount(bad.maxRowsPerObject)} per object`
            : `Saved in ${bad.into.database}.${bad.into.table}, at most ${formatCount(bad.maxRowsPerObject)} per object`,
    },
    ...(spec.landing.replicated
      ? [
          { key: 'lost', label: 'If a replica is lost', value: describeLostReplicaRule(spec.lostReplica) },
          { key: 'quorum', label: 'Quorum', value: describeQuorum(spec.quorum) },
        ]
      : []),
    {
      key: 'columns',
      label: 'Columns',
      value: spec.mapping.map(({ column, expression }) => (
        <span key={column} className="block">
          {column} ← {expression}
        </span>
      )),
      mono: true,
    },
  ]
}

/** Published batches that are not yet on as many replicas as the quorum requires, and why. */
function QuorumPanel({ load }: { load: LoadDetail }) {
  const waiting = load.batches.filter(({ awaitsQuorum }) => awaitsQuorum)
  if (!isActiveLoad(load) || waiting.length === 0) return null
  return (
    <Panel
      title="Waiting for quorum"
      description={`Quorum: ${describeQuorum(load.spec.quorum).toLowerCase()}. The rows are in the table. The load continues when the other replicas have fetched them. Cancel ends the wait and keeps the rows.`}
    >
      <ul aria-label="Batches that wait for quorum" className="flex flex-col gap-1.5 text-sm">
        {waiting.map(({ ordinal, waitReason }) => (
          <li key={ordinal} className="break-words">
            Batch {ordinal + 1}: {waitReason}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** Why objects are not in the table: the full cause of each, with the row if there is one. */
function FailuresPanel({ load }: { load: LoadDetail }) {
  const { failures } = load
  const total = load.files.failed + load.files.changed
  if (failures.length === 0) return null
  return (
    <Panel
      title="Failed objects"
      description={
        total > failures.length
          ? `The first ${failures.length} of ${formatCountOf(total, 'object')}. See the Objects table for all.`
          : 'None of their rows is in the table.'
      }
    >
      <ul className="flex flex-col gap-4">
        {failures.map((failure) => (
          <li key={failure.ordinal} className="flex min-w-0 flex-col gap-1.5">
            <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <RawText text={failure.key} />
              <LookPill look={fileLooks[failure.status]} />
              {failure.errorRow === null ? null : <span>Row {String(failure.errorRow)}</span>}
              {failure.errorCode === null ? null : (
                <span className="text-ink-3 text-xs">code {failure.errorCode}</span>
              )}
            </p>
            {failure.error === null ? null : (
              <div className="relative">
                <pre className="max-h-64 overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-2.5 pr-9 font-mono text-2xs text-ink-2">
                  {failure.error}
                </pre>
                <CopyButton
                  text={failure.error}
                  label={`Copy why ${failure.key} failed`}
                  className="absolute top-1 right-1"
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
