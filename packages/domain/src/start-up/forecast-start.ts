import type { Calibration, Factor } from './calibrate.ts'
import { estimateLoad, type LoadLimit } from './estimate-load.ts'
import type { StartScene, Temperature } from './start-scene.ts'

interface ExpectedLoad {
  ms: number
  lowMs: number
  highMs: number
  gets: number
  limit: LoadLimit
  /** Starts that it was calibrated by. 0: by the estimate alone. */
  starts: number
}

export type LoadForecast = Record<Temperature, ExpectedLoad>

/** Of the estimate alone: half as long to twice as long. */
const uncalibratedSpread = 2
/** Around what measured starts took: the same start differs by that much from one time to the next. */
const calibratedSpread = 1.25

/** How long a node will take to load its tables, with caches that have nothing and with caches that have all. */
export function forecastStart(
  scene: Omit<StartScene, 'getsPerPart' | 'getMs'>,
  calibration: Calibration,
): LoadForecast {
  const { getsPerPart, getMs, factors } = calibration
  const expect = (temperature: Temperature) =>
    scale(estimateLoad({ ...scene, getsPerPart, getMs }, temperature), factors[temperature])
  return { cold: expect('cold'), warm: expect('warm') }
}

function scale(
  { ms, gets, limit }: { ms: number; gets: number; limit: LoadLimit },
  factor: Factor | null,
): ExpectedLoad {
  if (!factor)
    return {
      ...{ ms, gets, limit, starts: 0 },
      ...{ lowMs: ms / uncalibratedSpread, highMs: ms * uncalibratedSpread },
    }
  return {
    ...{ ms: ms * factor.middle, gets, limit, starts: factor.starts },
    ...{ lowMs: (ms * factor.low) / calibratedSpread, highMs: ms * factor.high * calibratedSpread },
  }
}
