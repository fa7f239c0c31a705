import { fetchedParts, type StartScene, startPlaces, type Temperature } from './start-scene.ts'

/**
 * Opening the files of a local part and parsing checksums and columns. 200 parts with all files in a warm cache took
 * 0.2 s on two cores (26.7), nearly all of it CPU time.
 */
const partMs = 2
/** CPU time of one GET: the request, TLS, and the copy into the cache. */
const getCpuMs = 1
/** 1,000 parts on S3 were 10,001 GETs (26.7): columns, checksums, counts, the partition, its minima, codecs, marks. */
export const usualGetsPerPart = 10
/** Latency of a small GET within one region. */
export const usualGetMs = 30
/** Estimates of different versions are not compared. Increment it whenever the same scene gets another figure. */
export const estimateVersion = 1

/**
 * What limits the load. `requests`: concurrent GETs. `computing`: cores. `tables`: too few tables are loaded at a time
 * to keep the threads busy. `one-table`: the largest table alone.
 */
export const loadLimits = ['requests', 'computing', 'tables', 'one-table'] as const
export type LoadLimit = (typeof loadLimits)[number]

export interface LoadEstimate {
  ms: number
  gets: number
  limit: LoadLimit
}

/**
 * Time until all tables are loaded, from lower bounds of any schedule: all work over all threads, all CPU time over all
 * cores, all tables over the tables at a time, and the largest table alone. Never shorter with more parts, never longer
 * with more threads.
 */
export function estimateLoad(scene: StartScene, temperature: Temperature): LoadEstimate {
  const { threads, tablesAtOnce, cores, getsPerPart, getMs } = scene
  let gets = 0
  let workMs = 0
  let cpuMs = 0
  let tablesMs = 0
  let longestMs = 0
  for (const { parts } of scene.tables) {
    const all = startPlaces.reduce((sum, place) => sum + parts[place], 0)
    if (all === 0) continue
    const fetched = fetchedParts(parts, temperature)
    const ownGets = fetched * getsPerPart
    const ownWorkMs = ownGets * getMs + all * partMs
    const onePartMs = fetched > 0 ? getsPerPart * getMs + partMs : partMs
    const aloneMs = Math.max(ownWorkMs / threads, onePartMs)
    gets += ownGets
    workMs += ownWorkMs
    cpuMs += ownGets * getCpuMs + all * partMs
    tablesMs += aloneMs
    longestMs = Math.max(longestMs, aloneMs)
  }
  const bounds: Record<LoadLimit, number> = {
    requests: workMs / threads,
    computing: cpuMs / cores,
    tables: tablesMs / tablesAtOnce,
    'one-table': longestMs,
  }
  const limit = loadLimits.reduce((most, each) => (bounds[each] > bounds[most] ? each : most))
  return { ms: bounds[limit], gets: Math.round(gets), limit }
}
