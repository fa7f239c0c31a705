'use client'
import { figureText } from '@frostline/domain'
import { formatExactTime, useBrush } from '@frostline/ui'
import { type PointerEvent, useRef, useState } from 'react'
import { useChartRange } from '@/features/time-range/use-chart-range.ts'
import type { IncidentData } from '../hooks/use-incident.ts'
import { useReplay } from '../hooks/use-replay.ts'
import { type Lane, laneLabels, layOutLanes, marksAt, type Track, valueAt } from '../lay-out-lanes.ts'
import { LaneMarks } from './lane-marks.tsx'
import { ReplayBar } from './replay-bar.tsx'
import { TimeAxis } from './time-axis.tsx'
import { TrackDrawing } from './track-drawing.tsx'
import { ValuesAt } from './values-at.tsx'

interface TimelineLanesProps {
  data: IncidentData
  /** A frozen incident has no other data. */
  canZoom: boolean
  /** A time that something else on the page points to. */
  focusMs: number | null
  onFocus: (atMs: number | null) => void
}

const maxMarks = 8
/** Ranges of up to four minutes have steps of a second. */
const secondsMs = 240_000

/** All lanes below each other on one time axis, with one cursor. Dragging selects and zooms. */
export function TimelineLanes({ data, canZoom, focusMs, onFocus }: TimelineLanesProps) {
  const { zoom } = useChartRange('1h')
  const box = useRef<HTMLDivElement>(null)
  const [hover, setHover] = useState<number | null>(null)
  const span = { fromMs: data.from.getTime(), toMs: data.to.getTime() }
  const stepMs = data.stepSeconds * 1000
  const count = Math.max(1, Math.round((span.toMs - span.fromMs) / stepMs))
  const timeOf = (index: number) => span.fromMs + (index + 0.5) * stepMs
  const select = (from: number, to: number) =>
    zoom(new Date(span.fromMs + from * stepMs), new Date(span.fromMs + (to + 1) * stepMs))
  const brush = useBrush(count, canZoom ? select : undefined)
  const { lanes, quiet } = layOutLanes(data.series, data.marks)
  const replay = useReplay(span, focusMs, onFocus)
  const pointed = replay.playing ? null : (brush.active ?? hover)
  const cursorMs = pointed === null ? focusMs : timeOf(pointed)
  const { symptom, causes } = data.explanation
  const zoomToSeconds = () => {
    const aroundMs = cursorMs ?? symptom?.atMs ?? span.toMs
    const from = Math.max(span.fromMs, Math.floor((aroundMs - secondsMs / 2) / 60_000) * 60_000)
    zoom(new Date(from), new Date(from + secondsMs))
  }
  const lines = [
    ...(symptom ? [{ atMs: symptom.atMs, color: 'var(--color-danger)' }] : []),
    ...causes.slice(0, 1).map(({ atMs }) => ({ atMs, color: 'var(--color-warn)' })),
  ]
  const left = (atMs: number) => `${((atMs - span.fromMs) / (span.toMs - span.fromMs)) * 100}%`

  function indexAt(event: PointerEvent): number | null {
    const rect = box.current?.getBoundingClientRect()
    if (!rect || rect.width === 0) return null
    return Math.min(count - 1, Math.max(0, Math.floor(((event.clientX - rect.left) / rect.width) * count)))
  }

  const shownMarks = cursorMs === null ? [] : marksAt(data.marks, cursorMs, span)
  const text = cursorMs === null ? '' : describeTime(lanes, cursorMs, shownMarks.length)
  return (
    <div className="flex flex-col gap-3">
      <ReplayBar
        replay={replay}
        span={span}
        atMs={cursorMs}
        onMove={onFocus}
        onSeconds={canZoom && stepMs > 1000 ? zoomToSeconds : null}
      />
      <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3 sm:grid-cols-[12.5rem_minmax(0,1fr)]">
        <LaneNames lanes={lanes} cursorMs={cursorMs} />
        <div ref={box} className="relative min-w-0">
          {lanes.map((lane) => (
            <LaneRows key={lane.lane} lane={lane} span={span} />
          ))}
          {lines.map(({ atMs, color }) =>
            atMs >= span.fromMs && atMs <= span.toMs ? (
              <span
                key={color}
                aria-hidden
                className="pointer-events-none absolute inset-y-0 border-l border-dashed"
                style={{ left: left(atMs), borderColor: color }}
              />
            ) : null,
          )}
          {brush.selected ? (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 bg-accent/15"
              style={{
                left: `${(brush.selected[0] / count) * 100}%`,
                width: `${((brush.selected[1] + 1 - brush.selected[0]) / count) * 100}%`,
              }}
            />
          ) : null}
          {cursorMs !== null && cursorMs >= span.fromMs && cursorMs <= span.toMs ? (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 border-line-strong border-l"
              style={{ left: left(cursorMs) }}
            />
          ) : null}
          <div
            role="slider"
            tabIndex={0}
            aria-label="Timeline: time"
            aria-valuemin={0}
            aria-valuemax={count - 1}
            aria-valuenow={brush.active ?? count - 1}
            aria-valuetext={text === '' ? 'No time chosen' : text}
            title="Arrow keys read values, Space plays. Shift with an arrow key selects, Enter zooms to the selection."
            className="absolute inset-0 cursor-crosshair touch-pan-y rounded-sm"
            onKeyDown={(event) => {
              if (event.key !== ' ') return brush.onKeyDown(event)
              event.preventDefault()
              replay.toggle(cursorMs)
              brush.onBlur()
            }}
            onBlur={brush.onBlur}
            onPointerDown={(event) => brush.onPointer('down', indexAt(event))}
            onPointerMove={(event) => {
              const index = indexAt(event)
              setHover(index)
              brush.onPointer('move', index)
            }}
            onPointerUp={(event) => {
              const index = indexAt(event)
              replay.pause()
              if (index !== null) onFocus(timeOf(index))
              brush.onPointer('up', index)
            }}
            onPointerLeave={() => {
              setHover(null)
              brush.onPointer('leave', null)
            }}
          />
        </div>
        <span />
        <TimeAxis {...span} />
      </div>
      {quiet.length > 0 ? (
        <p className="text-ink-3 text-xs">
          Nothing was logged in: {quiet.map((lane) => laneLabels[lane]).join(', ')}.
        </p>
      ) : null}
      <section aria-label="At the chosen time" className="min-h-24 rounded-md border bg-sunken p-3 text-xs">
        {cursorMs === null ? (
          <p className="text-ink-3">
            Point at the timeline, or choose a time in Explain, to see what happened then.
          </p>
        ) : (
          <>
            <p className="font-medium">{formatExactTime(new Date(cursorMs))}</p>
            {shownMarks.length === 0 ? (
              <p className="mt-1 text-ink-3">No run, change, alert or start at this time.</p>
            ) : (
              <ul className="mt-1 flex flex-col gap-1">
                {shownMarks.slice(0, maxMarks).map(({ key, label, detail, node, fromMs }) => (
                  <li key={key} className="[overflow-wrap:anywhere]">
                    <span className="mr-2 font-mono text-ink-3">
                      {new Date(fromMs).toISOString().slice(11, 19)}
                    </span>
                    {label}
                    {detail === '' ? '' : `, ${detail}`}
                    {node === '' ? null : <span className="text-ink-3"> on {node}</span>}
                  </li>
                ))}
              </ul>
            )}
            {shownMarks.length > maxMarks ? (
              <p className="mt-1 text-ink-3">and {shownMarks.length - maxMarks} more. Zoom in to see them.</p>
            ) : null}
            <ValuesAt lanes={lanes} atMs={cursorMs} />
          </>
        )}
      </section>
    </div>
  )
}

const trackClass = 'h-11'
const marksClass = 'h-6'
const headClass = 'h-6'

/** Names beside the rows, with the values at the cursor. Heights are those of the rows. */
function LaneNames({ lanes, cursorMs }: { lanes: readonly Lane[]; cursorMs: number | null }) {
  return (
    <div>
      {lanes.map(({ lane, tracks, marks }) => (
        <div key={lane} className="border-b">
          <h3 className={`flex items-end truncate font-medium text-xs ${headClass}`}>{laneLabels[lane]}</h3>
          {marks.length > 0 ? (
            <p className={`truncate text-2xs text-ink-3 ${marksClass}`}>{`${marks.length} marks`}</p>
          ) : null}
          {tracks.map((track) => (
            <div key={track.measure} className={`text-2xs text-ink-3 ${trackClass}`}>
              <p className="truncate" title={track.lines.map(({ label }) => label).join('\n')}>
                {track.noun}
              </p>
              <p className="truncate text-ink tabular-nums">{readTrack(track, cursorMs)}</p>
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function readTrack(track: Track, cursorMs: number | null): string {
  if (cursorMs === null) return `max ${figureText(track.top, track.unit)}`
  const value = valueAt(track, cursorMs)
  return value === null ? 'not measured' : figureText(value, track.unit)
}

function LaneRows({ lane, span }: { lane: Lane; span: { fromMs: number; toMs: number } }) {
  return (
    <div className="border-b">
      <div className={headClass} />
      {lane.marks.length > 0 ? (
        <div className={marksClass}>
          <LaneMarks marks={lane.marks} tone={lane.lane === 'alerts' ? 'danger' : 'accent'} {...span} />
        </div>
      ) : null}
      {lane.tracks.map((track) => (
        <div key={track.measure} className={trackClass}>
          <TrackDrawing track={track} span={span} />
        </div>
      ))}
    </div>
  )
}

/** For screen readers: what the cursor shows. */
function describeTime(lanes: readonly Lane[], atMs: number, marks: number): string {
  const texts = lanes.flatMap(({ tracks }) =>
    tracks.map((track) => `${track.noun} ${readTrack(track, atMs)}`),
  )
  return [
    formatExactTime(new Date(atMs)),
    ...texts.slice(0, 12),
    ...(marks > 0 ? [`${marks} marks`] : []),
  ].join(', ')
}
