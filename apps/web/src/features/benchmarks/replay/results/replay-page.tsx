'use client'
import { Panel } from '@frostline/ui'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { benchmarkLooks } from '../../benchmark.ts'
import { useReplay } from '../../hooks/use-benchmarks.ts'
import { listTargets } from '../replay.ts'
import { ErrorsPanel } from './errors-panel.tsx'
import { FormsPanel } from './forms-panel.tsx'
import { PassesPanel } from './passes-panel.tsx'
import { QuantilesPanel } from './quantiles-panel.tsx'
import { ReplayActions } from './replay-actions.tsx'
import { ReplayFactsPanel } from './replay-facts-panel.tsx'
import { ReplayProgress } from './replay-progress.tsx'

/** Another replay beside this one. */
const params = { with: textParam() }

/** One replay: how long queries took on each target, what failed, and which forms differ the most. */
export function ReplayPage({ id }: { id: string }) {
  const query = useReplay(id)
  const [{ with: otherId }, setUrl] = useUrlState(params)
  const compared = useReplay(otherId === '' ? id : otherId, otherId !== '').data
  const replay = query.data
  if (!replay) return <PageWithoutData title="Replay" task="read the replay" query={query} />
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        title={`Replay of ${replay.subject}`}
        look={benchmarkLooks[replay.status]}
        run={replay}
        actions={<ReplayActions replay={replay} />}
        onError={{
          title: 'It ended early',
          hint: 'Finished queries are kept. See the errors below.',
        }}
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
