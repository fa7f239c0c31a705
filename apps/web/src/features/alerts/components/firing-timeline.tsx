'use client'
import { alertKinds } from '@frostline/domain'
import { Button, formatDuration, formatExactTime, joinClasses } from '@frostline/ui'
import { useState } from 'react'
import type { Firing } from '../alert.ts'
import { type FiringLine, groupFirings, listTicks, stretchOf } from '../group-firings.ts'

type Mark = Firing['segments'][number]['mark']

interface FiringTimelineProps {
  firings: readonly Firing[]
  period: { from: Date; to: Date }
  onOpen: (id: string) => void
}

const AT_FIRST = 25

/** Each rule and object on a line, with its firings as bars. The table of the page has the same for screen readers. */
export function FiringTimeline({ firings, period, onOpen }: FiringTimelineProps) {
  const [all, setAll] = useState(false)
  const lines = groupFirings(firings)
  const shown = all ? lines : lines.slice(0, AT_FIRST)
  return (
    <figure aria-label="Timeline of firings" className="flex min-w-0 flex-col gap-3">
      <Legend />
      <div aria-hidden className="flex flex-col">
        <Axis period={period} />
        {shown.map((line) => (
          <Line key={line.key} line={line} period={period} onOpen={onOpen} />
        ))}
      </div>
      {lines.length > shown.length ? (
        <Button size="sm" className="self-start" onClick={() => setAll(true)}>
          Show all {lines.length} lines
        </Button>
      ) : null}
    </figure>
  )
}

const row = 'grid grid-cols-1 items-center gap-x-4 sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]'

function Axis({ period }: Pick<FiringTimelineProps, 'period'>) {
  return (
    <div className={row}>
      <span className="hidden sm:block" />
      <span className="relative h-5 overflow-hidden text-2xs text-ink-3">
        {listTicks(period, 6).map((tick) => {
          const at = stretchOf({ from: tick, to: tick }, period)
          return at ? (
            <span
              key={tick.getTime()}
              className={joinClasses(
                'absolute whitespace-nowrap',
                at.start > 0.9 ? '-translate-x-full border-r pr-1' : 'border-l pl-1',
              )}
              style={{ left: percent(at.start) }}
            >
              {writeTick(tick, period)}
            </span>
          ) : null
        })}
      </span>
    </div>
  )
}

function writeTick(tick: Date, { from, to }: FiringTimelineProps['period']): string {
  if (to.getTime() - from.getTime() <= 2 * 86_400_000) return tick.toISOString().slice(11, 16)
  return tick.toLocaleDateString('en', { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

interface LineProps {
  line: FiringLine
  period: FiringTimelineProps['period']
  onOpen: (id: string) => void
}

function Line({ line, period, onOpen }: LineProps) {
  return (
    <div className={joinClasses(row, 'border-t py-1.5')}>
      <span className="min-w-0 text-xs leading-4">
        <span className="block truncate font-medium">{alertKinds[line.kind].title}</span>
        <span className="block truncate text-ink-3" title={`${line.subject}, ${line.clusterName}`}>
          {line.subject} · {line.clusterName}
        </span>
      </span>
      <span className="relative h-6 overflow-hidden rounded-sm bg-sunken">
        {line.firings.map((firing) => (
          <Bar key={firing.id} firing={firing} period={period} onOpen={() => onOpen(firing.id)} />
        ))}
      </span>
    </div>
  )
}

function Bar({
  firing,
  period,
  onOpen,
}: {
  firing: Firing
  period: LineProps['period']
  onOpen: () => void
}) {
  const last = firing.segments.at(-1)
  const whole = last && stretchOf({ from: firing.firedAt, to: last.to }, period)
  if (!whole) return null
  return (
    <button
      type="button"
      tabIndex={-1}
      onClick={onOpen}
      title={describe(firing)}
      className="absolute inset-y-1 min-w-1 hover:opacity-80"
      // A firing of a moment ago is seen too.
      style={{ left: `min(${percent(whole.start)}, 100% - 4px)`, width: percent(whole.length) }}
    >
      {firing.segments.map((segment) => {
        const part = stretchOf(segment, period)
        return part ? (
          <span
            key={segment.from.getTime()}
            className={joinClasses('absolute inset-y-0', colorOf(segment.mark, firing.severity))}
            style={{
              left: whole.length === 0 ? 0 : percent((part.start - whole.start) / whole.length),
              width: whole.length === 0 ? '100%' : percent(part.length / whole.length),
            }}
          />
        ) : null
      })}
    </button>
  )
}

const markColors: Readonly<Record<Exclude<Mark, 'firing'>, string>> = {
  acknowledged: 'bg-accent',
  silenced: 'hatch ring-1 ring-unknown ring-inset',
  maintenance: 'bg-cold',
}

function colorOf(mark: Mark, severity: Firing['severity']): string {
  if (mark !== 'firing') return markColors[mark]
  return severity === 'critical' ? 'bg-danger' : 'bg-warn'
}

const legend: readonly { label: string; mark: Mark; severity: Firing['severity'] }[] = [
  { label: 'critical', mark: 'firing', severity: 'critical' },
  { label: 'warning', mark: 'firing', severity: 'warning' },
  { label: 'acknowledged', mark: 'acknowledged', severity: 'warning' },
  { label: 'silenced', mark: 'silenced', severity: 'warning' },
  { label: 'maintenance', mark: 'maintenance', severity: 'warning' },
]

function Legend() {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-4 gap-y-1 text-ink-2 text-xs">
      {legend.map(({ label, mark, severity }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span className={joinClasses('size-2.5 shrink-0 rounded-xs', colorOf(mark, severity))} />
          {label}
        </li>
      ))}
      <li className="text-ink-3">Times are in UTC.</li>
    </ul>
  )
}

function describe({ title, firedAt, resolvedAt, segments }: Firing): string {
  const end = segments.at(-1)?.to ?? firedAt
  const lasted = formatDuration(end.getTime() - firedAt.getTime())
  const until = resolvedAt ? formatExactTime(resolvedAt) : 'now, still firing'
  return `${title}: ${formatExactTime(firedAt)} to ${until} (${lasted})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`
}
