import { Count, formatCountOf, formatDuration, Panel, type PanelProps, Stat, StatRow } from '@frostline/ui'
import {
  describeAnswer,
  describeBasis,
  describeLimit,
  describeRequests,
  describeSources,
  describeSpread,
  hasTwoTemperatures,
} from '../describe-start.ts'
import type { StartFigures } from '../hooks/use-start-up.ts'

/** How long the next start takes to load all tables, and why. */
export function ExpectedPanel({
  figures,
  panel,
}: {
  figures: StartFigures | null
  panel: Partial<PanelProps>
}) {
  return (
    <Panel
      title="The next start"
      description="From the first table to the last, without the time to stop the old process."
      minHeightPx={240}
      {...panel}
    >
      {figures ? <Expected figures={figures} /> : null}
    </Panel>
  )
}

function Expected({ figures }: { figures: StartFigures }) {
  const two = hasTwoTemperatures(figures)
  const { cold, warm, parts, outdatedParts } = figures
  return (
    <div className="flex flex-col gap-4">
      <StatRow>
        {two ? (
          <Stat
            label="With warm caches"
            tier="cache"
            value={formatDuration(warm.ms)}
            note={describeSpread(warm)}
          />
        ) : null}
        <Stat
          label={two ? 'With cold caches' : 'To load all tables'}
          tier={parts.store + parts.cached > 0 ? 'cold' : 'hot'}
          value={formatDuration(cold.ms)}
          note={describeSpread(cold)}
        />
        <Stat
          label="Parts on object storage"
          value={<Count value={parts.store + parts.cached} />}
          note={`${formatCountOf(parts.cached, 'part')} behind a cache`}
        />
        <Stat
          label="GETs"
          value={<Count value={cold.gets} short />}
          note={two ? `${formatCountOf(warm.gets, 'GET')} with warm caches` : ' '}
        />
        <Stat
          label="Local parts"
          value={<Count value={parts.local} />}
          note={`and ${formatCountOf(outdatedParts, 'outdated part')}`}
        />
      </StatRow>
      <ul
        aria-label="Causes of the load time"
        className="flex max-w-[88ch] flex-col gap-1 text-ink-2 text-sm"
      >
        <li>{describeRequests(figures)}</li>
        <li>{describeLimit(figures)}</li>
        {two ? (
          <li>
            Frostline does not check which small files are cached, because that would cost as much as a start.{' '}
            {describeBasis(cold, 'cold')} {describeBasis(warm, 'warm')}
          </li>
        ) : (
          <li>{describeBasis(cold, null)}</li>
        )}
        {describeSources(figures) ? <li>{describeSources(figures)}</li> : null}
        <li>{describeAnswer(figures)}</li>
      </ul>
    </div>
  )
}
