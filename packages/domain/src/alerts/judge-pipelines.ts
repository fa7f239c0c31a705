import { type AlertCondition, makeCondition } from './alert-condition.ts'

export interface WatchedPipeline {
  name: string
  database: string
  table: string
  enabled: boolean
  continuous: boolean
  /** Why Frostline stopped it. */
  stoppedReason: string | null
  lookError: string | null
  lookErrorSinceMs: number | null
  /** When the oldest object that waits to be loaded was uploaded. */
  oldestMs: number | null
}

/** A paused pipeline is behind on purpose. A manual or scheduled one may be behind until its next run. */
export function judgePipelines(
  pipelines: readonly WatchedPipeline[],
  minutes: number,
  nowMs: number,
): AlertCondition[] {
  return pipelines.flatMap((pipeline) => {
    const { name, database, table } = pipeline
    const why = explain(pipeline, minutes, nowMs)
    return why === null
      ? []
      : makeCondition('pipeline-behind', {
          subject: name,
          text: `The pipeline ${name} into ${database}.${table} ${why}`,
          nodes: [],
          evidence: [],
          table: { database, table },
        })
  })
}

function explain(pipeline: WatchedPipeline, minutes: number, nowMs: number): string | null {
  const { enabled, continuous, stoppedReason, lookError, lookErrorSinceMs, oldestMs } = pipeline
  const minutesSince = (ms: number | null) => (ms === null ? -1 : Math.floor((nowMs - ms) / 60_000))
  if (stoppedReason !== null) return `was stopped. ${stoppedReason}`
  if (!enabled) return null
  const away = minutesSince(lookErrorSinceMs)
  if (away >= minutes) return `cannot list its source for ${away} minutes. ${lookError ?? ''}`.trim()
  const behind = continuous ? minutesSince(oldestMs) : -1
  return behind >= minutes ? `has an object that waits for ${behind} minutes.` : null
}
