'use client'
import { formatDuration, formatExactTime, joinClasses, type Tone } from '@frostline/ui'
import Link from 'next/link'
import { type KeyboardEvent, useRef, useState } from 'react'
import { activityLooks, pageOfRun, titleOfRun } from '../activity.ts'
import {
  findNeighbour,
  listTicks,
  type TimelineBar,
  type TimelineLane,
  type TimelineSpan,
} from './lay-out-timeline.ts'
import { rowPx, TimelineFrame } from './timeline-frame.tsx'

const fills: Partial<Record<Tone, string>> = {
  accent: 'bg-accent',
  ok: 'bg-ok',
  warn: 'bg-warn',
  danger: 'bg-danger',
}

interface TimelineDrawingProps {
  lanes: readonly TimelineLane[]
  span: TimelineSpan
}

/**
 * A bar for each run, with a link to its page. Tab reaches one bar; the arrow keys move within its lane and to the
 * next.
 */
export function TimelineDrawing({ lanes, span }: TimelineDrawingProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const bars = lanes.flatMap((lane) => lane.bars)
  const reachable = bars.find(({ run }) => run.id === chosen) ?? lanes[0]?.bars.at(-1)
  const shown = bars.find(({ run }) => run.id === (pointed ?? chosen))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = reachable && findNeighbour(lanes, reachable.run.id, event.key)
    if (!next) return
    event.preventDefault()
    frame.current?.querySelector<HTMLElement>(`[data-run="${next.run.id}"]`)?.focus()
  }
  return (
    <TimelineFrame
      ref={frame}
      lanes={lanes}
      onKeyDown={onKeyDown}
      bars={(lane) =>
        lane.bars.map((bar) => (
          <Bar
            key={bar.run.id}
            bar={bar}
            span={span}
            isReachable={bar === reachable}
            onFocus={() => setChosen(bar.run.id)}
            onPoint={(isOver) => setPointed(isOver ? bar.run.id : null)}
          />
        ))
      }
      axis={<Axis span={span} />}
      legend={shown ? describeBar(shown, span) : <Legend />}
    />
  )
}

interface BarProps {
  bar: TimelineBar
  span: TimelineSpan
  isReachable: boolean
  onFocus: () => void
  onPoint: (isOver: boolean) => void
}

function Bar({ bar, span, isReachable, onFocus, onPoint }: BarProps) {
  const { run, row, start, length } = bar
  const { tone, live } = activityLooks[run.status]
  const href = pageOfRun(run)
  if (href === undefined) return null
  return (
    <Link
      href={href}
      prefetch={false}
      data-run={run.id}
      tabIndex={isReachable ? 0 : -1}
      aria-label={describeBar(bar, span)}
      onFocus={onFocus}
      onMouseEnter={() => onPoint(true)}
      onMouseLeave={() => onPoint(false)}
      style={{ left: `${start * 100}%`, width: `${length * 100}%`, top: row * rowPx, height: rowPx - 3 }}
      className={joinClasses(
        'absolute min-w-1 rounded-xs opacity-85 hover:opacity-100 focus-visible:z-10 focus-visible:outline-2 focus-visible:outline-offset-1',
        fills[tone],
        live && 'rounded-r-none',
      )}
    />
  )
}

function describeBar({ run }: TimelineBar, { toMs }: TimelineSpan): string {
  const elapsedMs = (run.finishedAt?.getTime() ?? toMs) - run.createdAt.getTime()
  const long = formatDuration(Math.max(0, Math.floor(elapsedMs / 1_000) * 1_000))
  const { word } = activityLooks[run.status]
  return `${titleOfRun(run)} on ${run.clusterName}: ${word}, from ${formatExactTime(run.createdAt)}, ${run.finishedAt ? '' : 'so far '}${long}`
}

function Axis({ span }: { span: TimelineSpan }) {
  return (
    <>
      <span className="hidden w-44 shrink-0 sm:block" />
      <div className="relative min-w-0 flex-1 overflow-hidden text-2xs text-ink-3">
        {listTicks(span, 6).map(({ at, label }) => (
          <span
            key={at}
            className={joinClasses(
              'absolute top-0 whitespace-nowrap pt-1',
              // A label at the right end is left of its line, so that it is not cut off.
              at > 0.9 ? '-translate-x-full border-r pr-1' : 'border-l pl-1',
            )}
            style={{ left: `${at * 100}%` }}
          >
            {label}
          </span>
        ))}
      </div>
    </>
  )
}

const legend: readonly { tone: Tone; word: string }[] = [
  { tone: 'accent', word: 'queued or running' },
  { tone: 'ok', word: 'completed' },
  { tone: 'danger', word: 'failed' },
  { tone: 'warn', word: 'paused, cancelling or cancelled' },
]

function Legend() {
  return legend.map(({ tone, word }) => (
    <span key={tone} className="inline-flex items-center gap-1.5">
      <span className={joinClasses('size-2 rounded-xs', fills[tone])} />
      {word}
    </span>
  ))
}
