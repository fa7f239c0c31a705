'use client'
import { answerExit } from '@frostline/domain'
import { formatBytes, formatCountOf, Panel, ProgressBar, shareOf } from '@frostline/ui'
import Link from 'next/link'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { PlanChecks } from '@/features/tier-migrations/components/plan-checks.tsx'
import { migrationLooks } from '@/features/tier-migrations/status.ts'
import { routes } from '@/navigation/routes.ts'
import { ExitActions } from './exit-actions.tsx'
import { describeStage, exitLooks, stagesOf } from './exit-words.ts'
import { type Exit, useExit } from './use-exits.ts'

/** One exit: the progress of each stage on each replica, the state of the table, and the proof. */
export function ExitPage({ id }: { id: string }) {
  const query = useExit(id)
  const exit = query.data
  if (!exit) return <PageWithoutData title="Exit from zero-copy" task="read the exit" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        subject={`${exit.database}.${exit.table}`}
        href={routes.tableZeroCopy(exit.clusterSlug, exit.database, exit.table)}
        look={exitLooks[exit.status]}
        run={exit}
        pausedBy={exit.pausedBy}
        more={`${exit.goesBack ? 'Back to zero-copy replication' : 'Exit from zero-copy replication'} of ${formatCountOf(exit.partitions, 'partition')}.`}
        actions={<ExitActions exit={exit} />}
        onError={{
          title: 'The exit has stopped',
          hint: 'Fix the cause, then retry. The exit continues from the current state of the replicas.',
        }}
      />
      <Panel title="State" description={exit.standing}>
        <AnswerFirst inset className="mb-3" answer={answerExit(answeredOf(exit))}>
          <ExitBar exit={exit} />
        </AnswerFirst>
        {exit.proof ? <p className="break-words text-sm">{exit.proof}</p> : null}
        <ol aria-label="Stages" className="mt-2 grid gap-4">
          {listStages(exit).map((stage) => (
            <StageItem key={stage} exit={exit} stage={stage} />
          ))}
        </ol>
      </Panel>
      <Panel title="Checks at planning">
        <PlanChecks checks={exit.checks} />
      </Panel>
      {exit.startedBy === null ? null : <HistoryPanel id={id} kind="zero-copy-exit" />}
    </div>
  )
}

/** Bytes of all its tier migrations, and the switches of its last direction. */
function answeredOf(exit: Exit) {
  const sum = (pick: (migration: Exit['migrations'][number]) => bigint) =>
    exit.migrations.reduce((total, migration) => total + pick(migration), 0n)
  const switches = exit.switches.filter(({ on }) => on === exit.goesBack)
  return {
    ...exit,
    movedBytes: sum(({ movedBytes }) => movedBytes),
    totalBytes: sum(({ totalBytes }) => totalBytes),
    replicasOff: switches.filter(({ seenAt }) => seenAt !== null).length,
    replicas: switches.length,
  }
}

function ExitBar({ exit }: { exit: Exit }) {
  const { movedBytes, totalBytes } = answeredOf(exit)
  return (
    <ProgressBar
      label={`Progress of the exit, ${formatBytes(movedBytes)} of ${formatBytes(totalBytes)}`}
      share={exit.status === 'completed' ? 1 : shareOf(movedBytes, totalBytes)}
      showPercent
      tone={exit.status === 'failed' ? 'danger' : exit.status === 'completed' ? 'ok' : 'accent'}
    />
  )
}

function StageItem({ exit, stage }: { exit: Exit; stage: Exit['stage'] }) {
  const order = stagesOf(exit.goesBack)
  const at = order.indexOf(exit.stage)
  const own = order.indexOf(stage)
  const migrations = exit.migrations.filter((migration) => migration.stage === stage)
  const on = stage === 'switch-on'
  const switches = stage === 'switch-off' || on ? exit.switches.filter((each) => each.on === on) : []
  return (
    <li className="grid gap-2">
      <p className="font-medium text-sm">
        {describeStage(exit)[stage]}{' '}
        <span className="font-normal text-ink-3 text-xs">{describePlace(exit, own, at)}</span>
      </p>
      {migrations.map(({ id, status, replicas, totalBytes, movedBytes, error }) => (
        <div key={id} className="grid gap-1.5 border-l-2 pl-3">
          <p className="flex flex-wrap items-center gap-2 text-xs">
            <LookPill look={migrationLooks[status]} />
            <Link className="underline" href={routes.migration(exit.clusterSlug, id)}>
              Tier migration
            </Link>
            {formatBytes(movedBytes)} of {formatBytes(totalBytes)}
            {error ? <span className="text-danger-ink">{error}</span> : null}
          </p>
          {replicas.map((replica) => (
            <div key={replica.node} className="grid gap-1 sm:grid-cols-[14rem_1fr] sm:items-center">
              <span className="break-words text-xs">
                <span className="font-mono">{replica.node}</span>{' '}
                <span className="text-ink-3">
                  {replica.completed} of {replica.steps} partitions
                </span>
              </span>
              <ProgressBar
                label={`${describeStage(exit)[stage]} on ${replica.node}`}
                share={
                  replica.totalBytes === 0n ? 1 : Number(replica.movedBytes) / Number(replica.totalBytes)
                }
              />
            </div>
          ))}
        </div>
      ))}
      {switches.map(({ node, sql, seenAt, queryId }) => (
        <p key={queryId} className="break-words border-l-2 pl-3 text-xs">
          <span className="font-mono">{node}</span>: {seenAt ? 'verified on the node' : 'sent'}{' '}
          <code className="break-all text-ink-3">{sql}</code>
        </p>
      ))}
    </li>
  )
}

/** On the way back, the moves of the way out come first. */
function listStages({ goesBack, migrations }: Exit): Exit['stage'][] {
  return goesBack
    ? [...new Set([...migrations.map(({ stage }) => stage), ...stagesOf(true)])]
    : stagesOf(false)
}

function describePlace({ proof, startedAt }: Exit, own: number, current: number): string {
  if (own < 0) return 'before it went back'
  if (proof !== null || own < current) return 'done'
  return own === current && startedAt !== null ? 'current stage' : 'pending'
}
