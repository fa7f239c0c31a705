'use client'
import { Button, formatExactTime, Select } from '@frostline/ui'
import { Pause, Play, ScanSearch } from 'lucide-react'
import { type ReplaySpan, replaySpeeds } from '../advance-replay.ts'
import type { useReplay } from '../hooks/use-replay.ts'

interface ReplayBarProps {
  replay: ReturnType<typeof useReplay>
  span: ReplaySpan
  atMs: number | null
  onMove: (atMs: number) => void
  /** Zooms to where a step is a second. Null: it is one, or the range is frozen. */
  onSeconds: (() => void) | null
}

const speeds = replaySpeeds.map((value) => ({ value: String(value), label: `${value}×` }))

/** Plays the incident, or goes through it second by second. */
export function ReplayBar({ replay, span, atMs, onMove, onSeconds }: ReplayBarProps) {
  const second = Math.floor(((atMs ?? span.fromMs) - span.fromMs) / 1000)
  const shown = new Date(span.fromMs + second * 1000)
  return (
    <fieldset aria-label="Replay" className="flex flex-wrap items-end gap-2">
      <Button
        size="sm"
        icon={replay.playing ? <Pause aria-hidden /> : <Play aria-hidden />}
        onClick={() => replay.toggle(atMs)}
      >
        {replay.playing ? 'Pause' : 'Play'}
      </Button>
      <Select
        label="Speed"
        size="sm"
        className="w-20"
        value={String(replay.speed)}
        options={speeds}
        onValueChange={(value) => replay.setSpeed(Number(value))}
      />
      <input
        type="range"
        aria-label="Replay: second"
        aria-valuetext={formatExactTime(shown)}
        title="Arrow keys move by a second, Page Up and Page Down by more."
        className="h-8 min-w-40 flex-1 accent-accent"
        min={0}
        max={Math.max(1, Math.floor((span.toMs - span.fromMs) / 1000) - 1)}
        step={1}
        value={second}
        onChange={(event) => {
          replay.pause()
          onMove(span.fromMs + Number(event.target.value) * 1000)
        }}
      />
      <output className="h-8 content-center font-mono text-xs tabular-nums">
        {atMs === null ? '--:--:--' : shown.toISOString().slice(11, 19)}
      </output>
      {onSeconds === null ? null : (
        <Button
          size="sm"
          icon={<ScanSearch aria-hidden />}
          title="Zooms to four minutes around the cursor or the symptom, where each step is a second."
          onClick={onSeconds}
        >
          Zoom to seconds
        </Button>
      )}
    </fieldset>
  )
}
