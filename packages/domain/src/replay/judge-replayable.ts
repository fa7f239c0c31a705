import type { ReplayRules } from './replay-spec.ts'

/** What the engine says of a text that it has parsed, without running it. */
export interface QueryFacts {
  /** Of the outermost node: SelectWithUnionQuery of a SELECT. */
  root: string
  tableFunctions: readonly string[]
  functions: readonly string[]
  hasFormat: boolean
  hasOutfile: boolean
  hasSettings: boolean
  /** A table stands there with its database. */
  namesDatabase: boolean
}

/** A query of the log as far as it was looked at. */
export interface LoggedText {
  /** As the engine writes it. Null: it is no single query. */
  text: string | null
  /** The log shows [HIDDEN] in place of a secret. */
  hidesSecret: boolean
  /** The log keeps only the beginning of it, or it is longer than a replay takes. */
  isLong: boolean
  /** Null: it was not asked, or refused to parse it. */
  facts: QueryFacts | null
  /** Why it was not parsed. */
  refusal: string | null
}

export const skipReasons = {
  secret: 'a secret in it is hidden by the log',
  long: 'it is too long, or the log keeps only its beginning',
  unparsed: 'the engine does not parse it as one query',
  other: 'it is no SELECT',
  outfile: 'it writes a file',
  outside: 'it reads beyond the tables of the cluster',
  settings: 'it has settings of its own, which could lift the limits',
  database: 'it names databases, and a target has another one',
  bulk: 'the texts before it fill what a replay keeps',
} as const
export type SkipReason = keyof typeof skipReasons

/** Table functions that stay within the cluster. All that is not known to do so counts as reaching beyond. */
const inside = new Set([
  ...['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'primes', 'generateseries', 'generate_series'],
  ...['generaterandom', 'values', 'null', 'view', 'viewifpermitted', 'merge', 'dictionary'],
  ...['cluster', 'clusterallreplicas', 'mergetreeindex', 'mergetreeprojection', 'mergetreeparts'],
])

/** Functions of one row that read files, run programs or call services. */
const reaching = /^(?:file|catboostEvaluate|executable.*|ai[A-Z_].*|generateEmbedding.*|llm.*)$/i

/** Why a query of the log is not run again; null: it is. */
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
  return movesDatabase && facts.namesDatabase ? 'database' : null
}

function reachesOutside({ tableFunctions, functions }: QueryFacts): boolean {
  return (
    tableFunctions.some((name) => !inside.has(name.toLowerCase())) ||
    functions.some((name) => reaching.test(name))
  )
}
