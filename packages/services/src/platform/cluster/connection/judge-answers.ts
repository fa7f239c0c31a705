import type { GrantCheck } from '@frostline/clickhouse'
import { type ConnectionCheck, makeCheck } from './connection-report.ts'

/** Older servers lack columns of system tables that the inventory reads. */
const oldestVersion = { major: 24, minor: 3 } as const
/** The first whose s3() has _etag, by which a load knows that it read the objects of its manifest. */
const loadsSince = { major: 24, minor: 8 } as const

/** The first that counts the files of a part: see filesOfPart of packages/clickhouse. */
const countsFilesSince = { major: 26, minor: 1 } as const

export function judgeVersion(version: string): ConnectionCheck {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isOlderThan = (than: { major: number; minor: number }) =>
    major < than.major || (major === than.major && minor < than.minor)
  if (isOlderThan(oldestVersion))
    return makeCheck(
      'version',
      'failed',
      `ClickHouse ${version} is older than ${oldestVersion.major}.${oldestVersion.minor}.`,
      { hint: 'Upgrade the server.' },
    )
  if (isOlderThan(loadsSince))
    return makeCheck(
      'version',
      'warning',
      `ClickHouse ${version}. It does not report the ETags of objects.`,
      {
        hint: `Loads need ${loadsSince.major}.${loadsSince.minor} or newer.`,
      },
    )
  return makeCheck(
    'version',
    'passed',
    isOlderThan(countsFilesSince)
      ? `ClickHouse ${version}. It does not count the files of parts. Estimates of requests assume 8 files per compact part and 40 per wide part.`
      : `ClickHouse ${version}`,
  )
}

/** Nothing works without the inventory's grants; without the others a feature is missing. */
export function judgeGrants(checks: readonly GrantCheck[]): ConnectionCheck {
  const missing = checks.filter((check) => check.state === 'missing')
  const unknown = checks.filter((check) => check.state === 'unknown')
  if (missing.length === 0 && unknown.length === 0) {
    return makeCheck('grants', 'passed', `All ${checks.length} grants are present.`)
  }
  const statements = [...missing, ...unknown].map((check) => check.statement)
  if (missing.length === 0) {
    return makeCheck('grants', 'warning', `${unknown.length} grants could not be checked on this version.`, {
      hint: 'If a role does not grant them, run the statements as an administrator.',
      statements,
    })
  }
  const features = [
    ...new Set(missing.filter((check) => check.need.required).map((check) => check.need.feature)),
  ]
  const severe = features.includes('inventory')
  const message =
    features.length === 0
      ? `${missing.length} optional grants are missing.`
      : `${missing.length} grants are missing. Not available without them: ${features.join(', ')}.`
  return makeCheck('grants', severe ? 'failed' : 'warning', message, {
    hint: 'Run the statements on this node as an administrator.',
    statements,
  })
}

const logMeanings: Record<string, string> = {
  query_log: 'statements cannot be explained afterwards',
  part_log: 'the history of moves is not shown',
}

/** Both are optional: facts come from system.parts, the logs only explain. */
export function judgeLogTables(present: readonly string[]): ConnectionCheck {
  const absent = Object.entries(logMeanings).filter(([name]) => !present.includes(name))
  if (absent.length === 0)
    return makeCheck('log_tables', 'passed', 'system.query_log and system.part_log exist.')
  const message = absent.map(([name, meaning]) => `system.${name} is missing: ${meaning}.`).join(' ')
  return makeCheck('log_tables', 'warning', message, {
    hint: 'Enable it in the server configuration. A log without entries may not exist yet. SYSTEM FLUSH LOGS creates it.',
  })
}

const tolerableSkewMs = 2_000

/** @param skewMs the node's clock minus ours. */
export function judgeClock(skewMs: number): ConnectionCheck {
  const away = Math.abs(skewMs)
  const direction = skewMs < 0 ? 'behind' : 'ahead of'
  if (away <= tolerableSkewMs)
    return makeCheck('clock', 'passed', `The clock is ${away} ms ${direction} ours.`)
  const seconds = (away / 1000).toFixed(1)
  return makeCheck('clock', 'warning', `The clock is ${seconds} s ${direction} ours.`, {
    hint: 'Run NTP on both machines. Data ages and matching of log entries depend on it.',
  })
}

/** @param known the clusters in the node's system.clusters. */
export function judgeClusterName(
  clusterName: string | null,
  known: readonly string[],
): ConnectionCheck | undefined {
  if (clusterName === null) return undefined
  if (known.includes(clusterName))
    return makeCheck('cluster_name', 'passed', `system.clusters has ${clusterName}.`)
  const list = known.length === 0 ? 'none' : known.join(', ')
  return makeCheck('cluster_name', 'warning', `system.clusters has no ${clusterName}. It has ${list}.`, {
    hint: 'Choose one of these, or leave the name empty. Replicas are read one by one in any case.',
  })
}
