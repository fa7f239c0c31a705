import {
  adviseStart,
  calibrate,
  estimateLoad,
  fetchedParts,
  forecastStart,
  type MeasuredStart,
  readFlag,
  readStartThreads,
  type StartTable,
  sumParts,
} from '@frostline/domain'
import type { ReadScene } from './read-scene.ts'
import type { NodeStartView, StartFigures } from './schema.ts'

const shownTables = 50

/** A node as its next start finds it. @param starts the latest first */
export function toFigures(
  scene: ReadScene,
  starts: readonly { measured: MeasuredStart | null; view: Pick<NodeStartView, 'answeredWithinMs'> }[],
): StartFigures {
  const { version, cores, settings, runningGetMs } = scene
  const tables = scene.tables.filter(({ parts }) => parts.local + parts.store + parts.cached > 0)
  const calibration = calibrate(
    starts.flatMap(({ measured }) => (measured ? [measured] : [])),
    runningGetMs,
  )
  const pools = readStartThreads(settings, cores)
  const { cold, warm } = forecastStart({ tables, cores, ...pools }, calibration)
  const { getsPerPart, getsPerPartBy, getMs, getMsBy } = calibration
  const answers = starts.flatMap(({ view }) => view.answeredWithinMs ?? []).slice(0, 5)
  return {
    ...{ version, cores, ...pools, cold, warm },
    answersFirst: readFlag(settings, 'async_load_databases') === true,
    answersMs: answers.length === 0 ? null : Math.max(...answers),
    tables: tables.length,
    parts: sumParts(tables),
    outdatedParts: scene.tables.reduce((sum, { outdatedParts }) => sum + outdatedParts, 0),
    basis: { getsPerPart, getsPerPartBy, getMs, getMsBy },
    topTables: listTopTables(tables, { ...pools, cores, getsPerPart, getMs }),
    advice: adviseStart({ tables: scene.tables, cores, settings, calibration }),
  }
}

/** Ranked by the work of each alone, with one thread and one core. */
function listTopTables(
  tables: readonly StartTable[],
  at: Omit<Parameters<typeof estimateLoad>[0], 'tables'>,
): StartFigures['topTables'] {
  const alone = { ...at, threads: 1, tablesAtOnce: 1, cores: 1 }
  const weighed = tables.map((table) => ({
    table,
    workMs: estimateLoad({ ...alone, tables: [table] }, 'cold').ms,
  }))
  const allMs = weighed.reduce((sum, { workMs }) => sum + workMs, 0)
  return weighed
    .toSorted((a, b) => b.workMs - a.workMs)
    .slice(0, shownTables)
    .map(({ table, workMs }) => ({
      ...table,
      gets: Math.round(fetchedParts(table.parts, 'cold') * at.getsPerPart),
      share: allMs === 0 ? 0 : workMs / allMs,
    }))
}
