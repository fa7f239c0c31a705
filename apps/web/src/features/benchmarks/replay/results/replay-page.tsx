'use client'
import { answerReplay } from '@frostline/domain'
import { column, countColumn, type DataColumn, DataTable, formatCountOf, Panel } from '@frostline/ui'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { benchmarkLooks } from '../../benchmark.ts'
import { useReplay } from '../../hooks/use-benchmarks.ts'
import { listTargets, type Replay } from '../replay.ts'
import { FormsPanel } from './forms-panel.tsx'
import { PassesPanel } from './passes-panel.tsx'
import { QuantilesPanel } from './quantiles-panel.tsx'
import { ReplayActions } from './replay-actions.tsx'
import { ReplayFactsPanel } from './replay-facts-panel.tsx'

interface ErrorLine {
  id: string
  letter: string
  code: number | null
  runs: number
  example: string | null
}

/** Nothing if nothing failed. */
function ErrorsPanel({ replay }: { replay: Replay }) {
  const lines = replay.targets.flatMap(({ target, errors }) =>
    errors.map(
      (error): ErrorLine => ({ id: `${target} ${error.code}`, letter: target.toUpperCase(), ...error }),
    ),
  )
  if (lines.length === 0) return null
  return (
    <Panel title="Errors" description="By server error code." flush>
      <DataTable label="Errors" columns={columns} rows={lines} getRowId={(row) => row.id} />
    </Panel>
  )
}

const columns: readonly DataColumn<ErrorLine>[] = [
  column('target', 'Target', { minWidthPx: 70, grow: 0, hideable: false }, (row) => row.letter),
  column('code', 'Code', { minWidthPx: 110, grow: 0 }, (row) => (row.code === null ? 'no answer' : row.code)),
  countColumn('runs', 'Runs', 70, (row) => row.runs),
  column('example', 'Example', 320, (row) => (
    <span className="truncate text-xs" title={row.example ?? undefined}>
      {row.example ?? 'Only operators and admins can see its text.'}
    </span>
  )),
]

/** Another replay beside this one. */
const params = { with: textParam() }

/** One replay: how long queries took on each target, what failed, and which forms differ most. */
export function ReplayPage({ id }: { id: string }) {
  const query = useReplay(id)
  const [{ with: otherId }, setUrl] = useUrlState(params)
  const compared = useReplay(otherId === '' ? id : otherId, otherId !== '').data
  const replay = query.data
  if (!replay) return <PageWithoutData title="Replay" task="read the replay" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Replay of"
        subject={replay.subject}
        look={benchmarkLooks[replay.status]}
        run={replay}
        actions={<ReplayActions replay={replay} />}
        onError={{
          title: 'It ended early',
          hint: 'Finished queries are kept. See the errors below.',
        }}
      />
      <AnswerFirst
        answer={answerReplay({
          ...replay,
          ended: replay.passes.reduce((sum, pass) => sum + pass.ended, 0),
          all: replay.spec.queries * replay.passes.length,
          targets: replay.targets.map(({ target, quantilesMs, failed }) => ({
            ...{ letter: target.toUpperCase(), failed },
            medianMs: quantilesMs?.p50 ?? null,
          })),
        })}
      />
      <ReplayProgress replay={replay} />
      <QuantilesPanel
        replay={replay}
        other={otherId === '' ? undefined : compared}
        otherId={otherId}
        onCompare={(next) => setUrl({ with: next }, { history: 'push' })}
      />
      <ErrorsPanel replay={replay} />
      <FormsPanel replay={replay} />
      <PassesPanel replay={replay} />
      <Panel title="Targets">
        <ul className="flex flex-col gap-1 text-sm">
          {listTargets(replay).map(({ key, letter, name }) => (
            <li key={key}>
              <span className="font-medium">{letter}</span> <span className="break-words">{name}</span>
            </li>
          ))}
        </ul>
      </Panel>
      <HistoryPanel id={id} kind="benchmark" />
      <ReplayFactsPanel replay={replay} />
    </div>
  )
}

/** Its progress, and what was sent twice. */
function ReplayProgress({ replay }: { replay: Replay }) {
  const { status, spec, passes, targets, waitReason } = replay
  const all = spec.queries * passes.length
  const ended = passes.reduce((sum, pass) => sum + pass.ended, 0)
  const again = targets.reduce((sum, target) => sum + target.again, 0)
  const lines = [
    ...(status === 'queued' ? ['Waiting for a worker.'] : []),
    ...(status === 'running' ? [`${ended} of ${formatCountOf(all, 'run')} ended.`] : []),
    ...(status === 'cancelling' ? ['Stopping running queries.'] : []),
    ...(waitReason ? [waitReason] : []),
    ...(again > 0
      ? [
          `${formatCountOf(again, 'query', 'queries')} may have been sent twice, because a worker stopped before it recorded their outcome.`,
        ]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <div role="status" className="rounded-lg border bg-surface px-4 py-3 text-sm">
      {lines.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
    </div>
  )
}
