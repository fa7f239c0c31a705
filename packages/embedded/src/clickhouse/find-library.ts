import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * The path of libchdb.so, whose `query_stable_v2` is the main program of `clickhouse local`: since
 * ClickHouse pull request 101143 it opens HTTP and TCP listeners.
 */
export function findClickhouseLibrary(): string {
  const require = createRequire(import.meta.url)
  try {
    const library = join(dirname(require.resolve('@chdb/lib-linux-x64-gnu/package.json')), 'libchdb.so')
    if (existsSync(library)) return library
  } catch {
    // Reported below with what to do.
  }
  throw new Error(
    `The embedded ClickHouse is not installed on ${process.platform}-${process.arch}: ` +
      '@chdb/lib-linux-x64-gnu exists for Linux on x64 with glibc only. Use a real cluster instead: set ' +
      'FROSTLINE_CLICKHOUSE_URLS for "npm start" or FROSTLINE_TEST_CLICKHOUSE_URLS for the tests. ' +
      'On Linux x64, check that "npm ci" was not run with --omit=optional.',
  )
}
