import { isSystemDatabase } from '../placement/part.ts'
import type { Calibration } from './calibrate.ts'
import { forecastStart } from './forecast-start.ts'
import { type StartTable, sumParts } from './start-scene.ts'
import {
  loaderSetting,
  readFlag,
  readStartThreads,
  type StartSettingName,
  type StartSettings,
  threadsSetting,
} from './start-settings.ts'

/** Not a server setting, but where data is. */
type StartChange = 'cache-over-store' | 'fewer-parts'

export interface StartAdvice {
  change: StartSettingName | StartChange
  /** Null: not a setting, or not set on this node. */
  value: string | null
  /** Null: keep the current value. */
  proposed: string | null
  effect: string
  /** Estimated time saved until all tables are loaded, or for `answers` until the server answers. Null: unknown. */
  savedMs: number | null
  saves: 'tables' | 'answers'
}

export interface StartCase {
  tables: readonly StartTable[]
  cores: number
  settings: StartSettings
  calibration: Calibration
}

const maxThreads = 512
const maxTables = 64
/** Savings below this share of a cold start, or below this time, are noise. */
const worthShare = 0.05
const worthMs = 100

/**
 * What would shorten a node's startup, largest gain first, and advice that was considered and rejected. Only settings
 * that it has.
 */
export function adviseStart(at: StartCase): StartAdvice[] {
  const advice = [
    adviseThreads(at),
    adviseLoader(at),
    adviseCache(at),
    adviseFewerParts(at),
    ...adviseAsync(at),
    ...adviseLazy(at),
    ...adviseBehind(at),
  ]
    .filter((each) => each !== null)
    .map((each) => leaveTrifles(each, coldMs(at)))
  return advice.toSorted(
    (a, b) =>
      Number(b.proposed !== null) - Number(a.proposed !== null) || (b.savedMs ?? 0) - (a.savedMs ?? 0),
  )
}

/** Does not propose what saves next to nothing. */
function leaveTrifles(advice: StartAdvice, allMs: number): StartAdvice {
  const { proposed, savedMs, effect } = advice
  if (proposed === null || savedMs === null || savedMs >= Math.max(worthMs, allMs * worthShare)) return advice
  return { ...advice, proposed: null, effect: `${effect} It would have almost no effect here.` }
}

function coldMs(at: StartCase, change: Partial<ReturnType<typeof sceneOf>> = {}): number {
  return forecastStart({ ...sceneOf(at), ...change }, at.calibration).cold.ms
}

function sceneOf({ tables, cores, settings }: StartCase) {
  return { tables, cores, ...readStartThreads(settings, cores) }
}

/** The smallest value, by doubling, after which another doubling is not worth it. */
function findWorthwhile(present: number, most: number, msOf: (value: number) => number): number | null {
  const presentMs = msOf(present)
  let best = present
  for (let value = present * 2; value <= most; value *= 2)
    if (msOf(best) - msOf(value) > presentMs * worthShare) best = value
    else break
  return best === present ? null : best
}

function adviseThreads(at: StartCase): StartAdvice {
  const name = threadsSetting(at.settings)
  const { threads } = sceneOf(at)
  const best = findWorthwhile(threads, maxThreads, (value) => coldMs(at, { threads: value }))
  return {
    change: name,
    value: at.settings.get(name)?.value ?? null,
    proposed: best === null ? null : String(best),
    effect:
      best === null
        ? 'Threads that load the active parts of all tables. GETs are not the bottleneck of this start, so more threads would not shorten it.'
        : 'Threads that load the active parts of all tables. Each thread waits for one GET at a time, so more threads send more concurrent GETs. Read when the server starts.',
    savedMs: best === null ? 0 : coldMs(at) - coldMs(at, { threads: best }),
    saves: 'tables',
  }
}

function adviseLoader(at: StartCase): StartAdvice | null {
  const name = loaderSetting(at.settings)
  const setting = at.settings.get(name)
  if (!setting) return null
  const { tablesAtOnce } = sceneOf(at)
  const best = findWorthwhile(tablesAtOnce, maxTables, (value) => coldMs(at, { tablesAtOnce: value }))
  return {
    change: name,
    value: setting.value,
    proposed: best === null ? null : String(best),
    effect:
      best === null
        ? 'Tables loaded concurrently (0: number of cores). Enough to keep the part threads busy.'
        : 'Tables loaded concurrently (0: number of cores). Small tables on object storage wait in a queue here while the part threads are idle. Read when the server starts.',
    savedMs: best === null ? 0 : coldMs(at) - coldMs(at, { tablesAtOnce: best }),
    saves: 'tables',
  }
}

function adviseCache(at: StartCase): StartAdvice | null {
  const direct = sumParts(at.tables).store
  if (direct === 0) return null
  const behind = at.tables.map(({ parts }) => ({
    parts: { ...parts, store: 0, cached: parts.cached + parts.store },
  }))
  const { calibration } = at
  const now = forecastStart(sceneOf(at), calibration).cold.ms
  const then = forecastStart({ ...sceneOf(at), tables: behind }, calibration).warm.ms
  return {
    change: 'cache-over-store',
    value: null,
    proposed: 'a cache disk',
    effect:
      'Parts on object storage are read directly here. With a cache disk their small files stay on a local disk, and later starts send no GETs for cached files.',
    savedMs: Math.max(0, now - then),
    saves: 'tables',
  }
}

/** Half the parts of the table with the most on object storage. */
function adviseFewerParts(at: StartCase): StartAdvice | null {
  const remote = ({ parts }: StartTable) => parts.store + parts.cached
  const most = at.tables.reduce<StartTable | null>(
    (top, table) => (remote(table) > (top ? remote(top) : 0) ? table : top),
    null,
  )
  if (!most || remote(most) < 2) return null
  const halved = at.tables.map((table) =>
    table === most
      ? {
          ...table,
          parts: {
            ...table.parts,
            store: Math.ceil(most.parts.store / 2),
            cached: Math.ceil(most.parts.cached / 2),
          },
        }
      : table,
  )
  return {
    change: 'fewer-parts',
    value: `${most.database}.${most.table}`,
    proposed: 'half as many parts',
    effect:
      'This table has the most parts on object storage. Every part costs GETs, regardless of its size. Merge partitions into one part while they are hot, then move them.',
    savedMs: Math.max(0, coldMs(at) - coldMs(at, { tables: halved })),
    saves: 'tables',
  }
}

function adviseAsync(at: StartCase): (StartAdvice | null)[] {
  const only = (system: boolean) =>
    coldMs(at, { tables: at.tables.filter(({ database }) => isSystemDatabase(database) === system) })
  return [
    adviseFlag(at, 'async_load_databases', true, {
      saves: 'answers',
      fine: 'The server answers before the tables are loaded. A query waits only for its own table, which is loaded first.',
      bad: 'The server answers only when all tables are loaded. With 1 it answers earlier, and a query waits only for its own table.',
      savedMs: () => only(false),
    }),
    adviseFlag(at, 'async_load_system_database', true, {
      saves: 'answers',
      fine: 'The tables of the system database are also loaded in the background.',
      bad: 'The log tables of the system database are loaded with all their parts before the server answers.',
      savedMs: () => only(true),
    }),
  ]
}

interface FlagWords {
  saves: StartAdvice['saves']
  /** Texts for the recommended value and for the other one. */
  fine: string
  bad: string
  /** Saved by the change. Null: unknown. */
  savedMs: (() => number) | null
}

/** Null: this version has no such flag. @param good the recommended value */
function adviseFlag(
  { settings }: StartCase,
  change: StartSettingName,
  good: boolean,
  { saves, fine, bad, savedMs }: FlagWords,
): StartAdvice | null {
  const value = readFlag(settings, change)
  const setting = settings.get(change)
  if (value === null || !setting) return null
  const same = { change, value: setting.value, saves }
  return value === good
    ? { ...same, proposed: null, effect: fine, savedMs: 0 }
    : { ...same, proposed: good ? '1' : '0', effect: bad, savedMs: savedMs?.() ?? null }
}

function adviseLazy(at: StartCase): (StartAdvice | null)[] {
  const { getsPerPart } = at.calibration
  const withoutOneGet = () => coldMs(at) / Math.max(1, getsPerPart)
  const flags: [StartSettingName, boolean, string, string, (() => number) | null][] = [
    [
      'primary_key_lazy_load',
      true,
      'Primary keys are read at the first query, not at the start.',
      'The primary key of every part is read at the start: one GET per part. Tables can override the setting.',
      withoutOneGet,
    ],
    [
      'columns_and_secondary_indices_sizes_lazy_calculation',
      true,
      'Sizes of columns and indexes are computed on demand.',
      'Sizes of columns and indexes are computed at the start, over all parts. This needs CPU, but no GETs.',
      null,
    ],
    [
      'prewarm_mark_cache',
      false,
      'Marks are read at the first query, not at the start.',
      'Marks of columns are read at the start. These GETs are not in the estimate.',
      null,
    ],
    [
      'prewarm_primary_key_cache',
      false,
      'Primary keys are not read into their cache at the start.',
      'Primary keys are read into their cache at the start. This adds one GET per part, which is not in the estimate.',
      withoutOneGet,
    ],
  ]
  return flags.map(([name, good, fine, bad, savedMs]) =>
    adviseFlag(at, name, good, { saves: 'tables', fine, bad, savedMs }),
  )
}

/** Work in the background, which cannot shorten the startup. */
function adviseBehind({ settings, tables }: StartCase): (StartAdvice | null)[] {
  const outdated = tables.reduce((sum, table) => sum + table.outdatedParts, 0)
  const words: [StartSettingName, string][] = [
    [
      'max_outdated_parts_loading_thread_pool_size',
      `Loads inactive parts after the active ones (${outdated} now). It delays only DROP and DETACH of such a table.`,
    ],
    [
      'max_unexpected_parts_loading_thread_pool_size',
      'Loads unexpected parts of replicated tables after the active ones. It delays nothing.',
    ],
  ]
  return words.map(([change, effect]) => {
    const setting = settings.get(change)
    if (!setting) return null
    return { change, value: setting.value, proposed: null, effect, savedMs: 0, saves: 'tables' }
  })
}
