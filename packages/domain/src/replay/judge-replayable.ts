import { findSettingsFault } from '../sql-judgement/find-settings-fault.ts'
import { type SelectFacts, staysInside } from '../sql-judgement/judge-select.ts'
import type { ReplayRules } from './replay-spec.ts'

/** What the engine reports about a text that it parsed without running it. */
export interface QueryFacts extends SelectFacts {
  /** A function that may reach outside the cluster, as a message; null: none. */
  functionFault: string | null
}

/** A query of the log as it was read. */
export interface LoggedText {
  /** As the engine formats it. Null: not a single query. */
  text: string | null
  /** The log shows [HIDDEN] in place of a secret. */
  hidesSecret: boolean
  /** The log truncated it, or it is longer than a replay accepts. */
  isLong: boolean
  /** Null: not parsed, or the parser rejected it. */
  facts: QueryFacts | null
  /** Why it was not parsed. */
  refusal: string | null
}

export const skipReasons = {
  secret: 'the log hides a secret in it',
  long: 'it is too long, or truncated in the log',
  unparsed: 'ClickHouse does not parse it as one query',
  other: 'it is not a SELECT',
  outfile: 'it writes a file',
  outside: 'it reads data outside of the tables of the cluster, or calls a function that may do so',
  settings: 'it has its own settings, which could override the limits',
  database: 'it has database names, and a target uses a different database',
  bulk: 'earlier queries fill the size limit of a replay',
} as const
export type SkipReason = keyof typeof skipReasons

/** Why a query of the log is not replayed, or null. */
export function judgeReplayable(
  { text, hidesSecret, isLong, facts }: LoggedText,
  rules: ReplayRules,
  movesDatabase: boolean,
): SkipReason | null {
  if (hidesSecret) return 'secret'
  if (isLong) return 'long'
  if (text === null || !facts) return 'unparsed'
  if (facts.root !== 'SelectWithUnionQuery') return 'other'
  if (facts.hasOutfile) return 'outfile'
  if (!rules.allowOutside && reachesOutside(facts)) return 'outside'
  if (!rules.keepSettings && facts.hasSettings) return 'settings'
  if (!rules.allowOutside && facts.hasSettings && findSettingsFault(text) !== null) return 'outside'
  return movesDatabase && facts.namesDatabase ? 'database' : null
}

function reachesOutside({ tableFunctions, functionFault, appliesFunctions }: QueryFacts): boolean {
  return functionFault !== null || appliesFunctions || tableFunctions.some((name) => !staysInside(name))
}
