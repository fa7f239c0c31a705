import type { CauseKind } from './cause-kinds.ts'
import type { IncidentLane } from './lanes.ts'
import type { MeasureName } from './measures.ts'

/** One measured figure of one node over the time range, in steps of equal length. */
export interface TimelineSeries {
  measure: MeasureName
  /** What it is of: the hash of a query form, an error code, a table, a disk. Empty: the node as a whole. */
  subject: string
  /** The subject for people. */
  label: string
  node: string
  fromMs: number
  stepMs: number
  /** Null where nothing was measured. That is not zero. */
  values: readonly (number | null)[]
  /** The name of the query that read it. */
  query: string
}

/** One thing that happened: at a time, or from a time to another. */
export interface TimelineMark {
  lane: IncidentLane
  /** Unique among the marks. */
  key: string
  label: string
  /** Who did it, or what it says of itself. Empty: nothing more is known. */
  detail: string
  /** Empty: not of one node. */
  node: string
  fromMs: number
  /** Null: it is a moment, or has not ended. */
  toMs: number | null
  /** What it may have caused. Null: it is a consequence, such as an alert, and accuses nobody. */
  cause: CauseKind | null
  /** What it was done to. Marks of the same kind and subject on several nodes are one cause. */
  subject: string
  /** The name of the query that read it. Null: it is from the ledger of the console. */
  query: string | null
}

export interface Timeline {
  fromMs: number
  toMs: number
  stepMs: number
  series: readonly TimelineSeries[]
  marks: readonly TimelineMark[]
}
