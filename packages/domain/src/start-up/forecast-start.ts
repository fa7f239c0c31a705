import type { Calibration, Factor } from './calibrate.ts'
import { estimateLoad, type LoadLimit } from './estimate-load.ts'
import type { StartScene, Temperature } from './start-scene.ts'

interface ExpectedLoad {
  ms: number
  lowMs: number
  highMs: number
  gets: number
  limit: LoadLimit
  /** Starts used for calibration. 0: the estimate alone. */
  starts: number
}

export type LoadForecast = Record<Temperature, ExpectedLoad>

/** Range of the uncalibrated estimate: half to twice as long. */
const uncalibratedSpread = 2
/** Range around measured starts: the same start varies by this much. */
const calibratedSpread = 1.25

/** How long a node will take to load its tables, with empty caches and with full caches. */
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
