import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface Engine {
  /** The module that calls into the library. */
  ffi: string
  library: string
}

/** The ClickHouse engine of npm, an optional dependency for Linux on x64. Undefined where it is not installed. */
export function findEngine(): Engine | undefined {
  const require = createRequire(import.meta.url)
  try {
    const library = join(dirname(require.resolve('@chdb/lib-linux-x64-gnu/package.json')), 'libchdb.so')
    return existsSync(library) ? { ffi: require.resolve('ffi-rs'), library } : undefined
  } catch {
    return undefined
  }
}
