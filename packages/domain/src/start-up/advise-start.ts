import { isSystemDatabase } from '../placement/system-database.ts'
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

/** Not a setting of the server: what lies where. */
export type StartChange = 'cache-over-store' | 'fewer-parts'

export interface StartAdvice {
  change: StartSettingName | StartChange
  /** Null: not a setting, or not set on this node. */
  value: string | null
  /** Null: leave it as it is. */
  proposed: string | null
  effect: string
  /** By the estimate: how much sooner all tables are there, or for `answers` the server itself. Null: cannot be said. */
  savedMs: number | null
  saves: 'tables' | 'answers'
}

export interface StartCase {
  tables: readonly StartTable[]
  cores: number
  settings: StartSettings
  calibration: Calibration
}

const mostThreads = 512
const mostTables = 64
/** Less than this share of a cold start, or than this time, is lost in the noise. */
const worthShare = 0.05
const worthMs = 100

/** What would shorten the start of a node, the most first, and what is said to and would not. Only settings that it has. */
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

/** What saves next to nothing is not proposed. */
function leaveTrifles(advice: StartAdvice, allMs: number): StartAdvice {
  const { proposed, savedMs, effect } = advice
  if (proposed === null || savedMs === null || savedMs >= Math.max(worthMs, allMs * worthShare)) return advice
  return { ...advice, proposed: null, effect: `${effect} It would gain next to nothing here.` }
}

function coldMs(at: StartCase, change: Partial<ReturnType<typeof sceneOf>> = {}): number {
  return forecastStart({ ...sceneOf(at), ...change }, at.calibration).cold.ms
}

function sceneOf({ tables, cores, settings }: StartCase) {
  return { tables, cores, ...readStartThreads(settings, cores) }
}

/** The least value among doublings after which a further doubling is not worth it. */
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
  const best = findWorthwhile(threads, mostThreads, (value) => coldMs(at, { threads: value }))
  return {
    change: name,
    value: at.settings.get(name)?.value ?? null,
    proposed: best === null ? null : String(best),
    effect:
      best === null
        ? 'Threads that load the active parts of all tables. GETs are not what this start waits for: more threads would not shorten it.'
        : 'Threads that load the active parts of all tables: each waits for one GET at a time, so more of them ask for more at once. Read when the server starts.',
    savedMs: best === null ? 0 : coldMs(at) - coldMs(at, { threads: best }),
    saves: 'tables',
  }
}

function adviseLoader(at: StartCase): StartAdvice | null {
  const name = loaderSetting(at.settings)
  const setting = at.settings.get(name)
  if (!setting) return null
  const { tablesAtOnce } = sceneOf(at)
  const best = findWorthwhile(tablesAtOnce, mostTables, (value) => coldMs(at, { tablesAtOnce: value }))
  return {
    change: name,
    value: setting.value,
    proposed: best === null ? null : String(best),
    effect:
      best === null
        ? 'Tables that are loaded at a time (0: as many as cores). Enough to keep the threads for parts busy.'
        : 'Tables that are loaded at a time (0: as many as cores). Small tables on object storage wait in line here while the threads for parts are idle. Read when the server starts.',
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
      'Parts on object storage are read directly here. Behind a cache disk their small files stay on a local disk, and a start after the first sends no GET for those that are still there.',
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
      'This table has the most parts on object storage. Every part costs its GETs, whatever its size: merge partitions while they are hot, and move them when they are one part.',
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
      fine: 'The server answers before the tables are loaded: a query waits only for its own table, which then goes first.',
      bad: 'The server answers only when all tables are loaded. With 1 it answers before, and a query waits for its own table alone.',
      savedMs: () => only(false),
    }),
    adviseFlag(at, 'async_load_system_database', true, {
      saves: 'answers',
      fine: 'The tables of the system database are loaded behind the start too.',
      bad: 'The log tables of the system database are loaded before the server answers, all their parts.',
      savedMs: () => only(true),
    }),
  ]
}

interface FlagWords {
  saves: StartAdvice['saves']
  /** What it does as it should be, and as it should not. */
  fine: string
  bad: string
  /** By the change. Null: cannot be said. */
  savedMs: (() => number) | null
}

/** Null: this version has no such flag. @param good what it should be */
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
      'The primary key of every part is read at the start: a GET a part. Tables may set it for themselves.',
      withoutOneGet,
    ],
    [
      'columns_and_secondary_indices_sizes_lazy_calculation',
      true,
      'Sizes of columns and indexes are added up when somebody asks.',
      'Sizes of columns and indexes are added up at the start, over all parts: computing, no GET.',
      null,
    ],
    [
      'prewarm_mark_cache',
      false,
      'Marks are read at the first query, not at the start.',
      'Marks of columns are read at the start: GETs on top of the estimate, which does not know of them.',
      null,
    ],
    [
      'prewarm_primary_key_cache',
      false,
      'Primary keys are not read into their cache at the start.',
      'Primary keys are read into their cache at the start: a GET a part on top of the estimate.',
      withoutOneGet,
    ],
  ]
  return flags.map(([name, good, fine, bad, savedMs]) =>
    adviseFlag(at, name, good, { saves: 'tables', fine, bad, savedMs }),
  )
}

/** What works behind the start, and so cannot shorten it. */
function adviseBehind({ settings, tables }: StartCase): (StartAdvice | null)[] {
  const outdated = tables.reduce((sum, table) => sum + table.outdatedParts, 0)
  const words: [StartSettingName, string][] = [
    [
      'max_outdated_parts_loading_thread_pool_size',
      `Loads parts that merges have replaced, after the active ones (${outdated} now). Nobody waits for it, except who drops or detaches such a table.`,
    ],
    [
      'max_unexpected_parts_loading_thread_pool_size',
      'Loads parts that a replicated table does not expect, after the active ones. Nobody waits for it.',
    ],
  ]
  return words.map(([change, effect]) => {
    const setting = settings.get(change)
    if (!setting) return null
    return { change, value: setting.value, proposed: null, effect, savedMs: 0, saves: 'tables' }
  })
}
