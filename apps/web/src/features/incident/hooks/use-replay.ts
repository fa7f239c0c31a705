'use client'
import { useEffect, useRef, useState } from 'react'
import { advanceReplay, type ReplaySpan, startReplay } from '../advance-replay.ts'

/** Moves a cursor through the incident while it plays. */
export function useReplay(span: ReplaySpan, atMs: number | null, onMove: (atMs: number) => void) {
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  const now = useRef({ span, atMs, onMove })
  now.current = { span, atMs, onMove }
  useEffect(() => {
    if (!playing) return
    // At most ten moves a second, of at least a second each.
    const moves = Math.min(speed, 10)
    const timer = setInterval(() => {
      const { span: within, atMs: from, onMove: move } = now.current
      const next = advanceReplay(from ?? within.fromMs, speed / moves, within)
      if (next === null) setPlaying(false)
      else move(next)
    }, 1000 / moves)
    return () => clearInterval(timer)
  }, [playing, speed])
  return {
    playing,
    speed,
    setSpeed,
    /** Begins at the given time. */
    toggle(fromMs: number | null) {
      if (!playing) onMove(startReplay(fromMs, span))
      setPlaying(!playing)
    },
    pause: () => setPlaying(false),
  }
}
