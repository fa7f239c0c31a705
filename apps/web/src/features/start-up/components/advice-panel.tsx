import { Badge, formatDuration, Panel, type PanelProps } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { StartFigures } from '../hooks/use-start-up.ts'

type Advice = StartFigures['advice'][number]

const changes: Record<string, string> = {
  'cache-over-store': 'A cache over the object storage',
  'fewer-parts': 'Fewer parts on object storage',
}

/** Settings of this version that affect the start: what to change first, and what is fine. */
export function AdvicePanel({
  cluster,
  advice,
  panel,
}: {
  cluster: string
  advice: readonly Advice[]
  panel: Partial<PanelProps>
}) {
  const helps = advice.filter(({ proposed }) => proposed !== null)
  const rest = advice.filter(({ proposed }) => proposed === null)
  return (
    <Panel
      title="Recommendations"
      description="Settings that this node’s version supports. They are read when the server starts, so set them in its configuration first."
      minHeightPx={160}
      {...panel}
    >
      {helps.length > 0 ? (
        <dl aria-label="Recommended" className="divide-y rounded-md border">
          {helps.map((each) => (
            <Row key={each.change} cluster={cluster} advice={each} />
          ))}
        </dl>
      ) : (
        <p className="text-ink-2 text-sm">No setting of this version would shorten the start noticeably.</p>
      )}
      {rest.length > 0 ? (
        <details className="mt-3">
          <summary className="cursor-pointer text-ink-2 text-xs">
            {rest.length} more, no change needed
          </summary>
          <dl aria-label="No change needed" className="mt-2 divide-y rounded-md border">
            {rest.map((each) => (
              <Row key={each.change} cluster={cluster} advice={each} />
            ))}
          </dl>
        </details>
      ) : null}
    </Panel>
  )
}

function Row({ cluster, advice }: { cluster: string; advice: Advice }) {
  const { change, value, proposed, effect, savedMs, saves } = advice
  const isSetting = changes[change] === undefined
  return (
    <div className="grid gap-x-6 gap-y-0.5 px-3 py-2 md:grid-cols-[20rem_13rem_minmax(0,1fr)]">
      <dt className={isSetting ? 'min-w-0 break-words font-mono text-xs' : 'min-w-0 font-medium text-xs'}>
        {changes[change] ?? change}
      </dt>
      <dd className="min-w-0 break-words text-xs">
        <span className={isSetting ? 'font-medium' : 'font-mono'}>
          {value ?? (isSetting ? 'not set' : '')}
        </span>
        {proposed === null ? null : (
          <>
            {value === null ? '' : ' → '}
            <span className="font-medium">{proposed}</span>
          </>
        )}
      </dd>
      <dd className="max-w-[80ch] text-ink-2 text-xs leading-5">
        {proposed !== null && savedMs !== null ? (
          <Badge tone="ok" className="mr-1.5">
            {saves === 'answers' ? 'answers' : 'loaded'} {formatDuration(savedMs)} sooner
          </Badge>
        ) : null}
        {effect}
        {change === 'cache-over-store' ? (
          <>
            {' '}
            <Link href={routes.designStorage(cluster)} className="text-accent-ink underline">
              Design one
            </Link>
          </>
        ) : null}
      </dd>
    </div>
  )
}
