import {
  type IncidentBlobErrorRow,
  type IncidentBlobRow,
  type IncidentErrorRow,
  type IncidentFailureRow,
  type IncidentFormRow,
  type IncidentMutationRow,
  type IncidentPartsRow,
  type IncidentReadRow,
  type IncidentSettingRow,
  type IncidentStatementRow,
  type IncidentStoreRow,
  incidentBlobErrors,
  incidentBlobs,
  incidentErrors,
  incidentFailures,
  incidentForms,
  incidentMutations,
  incidentParts,
  incidentReads,
  incidentSettings,
  incidentStatements,
  incidentStore,
  nodeClock,
  oldestLogEntry,
} from '@frostline/clickhouse'
import { type ClockOffset, measureOffset } from '@frostline/domain'
import { firstRow } from '../reading/first-row.ts'
import type { NodeReader } from '../reading/node-reader.ts'

/** Null: the server does not have the log, or rejects the query. */
export interface NodeLogs {
  clock: ClockOffset
  /** When the server was started, by our clock. */
  startedMs: number
  /** The oldest entry of each log, by our clock. Null: it is empty, or could not be read. */
  since: Record<LogName, number | null>
  forms: IncidentFormRow[] | null
  failures: IncidentFailureRow[] | null
  reads: IncidentReadRow[] | null
  settings: IncidentSettingRow[] | null
  statements: IncidentStatementRow[] | null
  parts: IncidentPartsRow[] | null
  store: IncidentStoreRow[] | null
  blobs: IncidentBlobRow[] | null
  blobErrors: IncidentBlobErrorRow[] | null
  errors: IncidentErrorRow[] | null
  mutations: IncidentMutationRow[] | null
}

export const logNames = ['query_log', 'part_log', 'blob_storage_log', 'error_log'] as const
export type LogName = (typeof logNames)[number]

export interface LogSpan {
  fromMs: number
  toMs: number
  stepMs: number
}

/** A result may be reused while a person looks at one range. */
const kept = { ttlMs: 15_000 }

/**
 * One statement for the clock, and then one for all lanes together: each lane is one bounded query. The range is asked for
 * by the node's own clock.
 */
export async function readNodeLogs(reader: NodeReader, span: LogSpan, now: () => Date): Promise<NodeLogs> {
  const sentMs = now().getTime()
  const clockRow = firstRow(await reader.ask(nodeClock, {}, { ttlMs: 0 }), nodeClock.name)
  const clock = measureOffset({ sentMs, receivedMs: now().getTime(), nodeMs: Number(clockRow.now_ms) })
  // A difference that the way there and back explains would only move the steps.
  const shiftMs = Math.abs(clock.offsetMs) > clock.uncertaintyMs ? Math.round(clock.offsetMs) : 0
  const range = { since: new Date(span.fromMs + shiftMs), until: new Date(span.toMs + shiftMs) }
  const params = { ...range, step_ms: span.stepMs }
  const toOurMs = (ms: number) => ms - shiftMs
  const sinceOf = async (log: LogName) => {
    const [row] = (await reader.askIfOffered(oldestLogEntry, { log }, kept)) ?? []
    return row?.oldest_at ? toOurMs(row.oldest_at.getTime()) : null
  }
  // All that is asked in one turn is one statement.
  const oldest = Promise.all([
    sinceOf('query_log'),
    sinceOf('part_log'),
    sinceOf('blob_storage_log'),
    sinceOf('error_log'),
  ])
  const [forms, failures, reads, settings, statements, parts, store, blobs, blobErrors, errors, mutations] =
    await Promise.all([
      reader.askIfOffered(incidentForms, params, kept),
      reader.askIfOffered(incidentFailures, params, kept),
      reader.askIfOffered(incidentReads, params, kept),
      reader.askIfOffered(incidentSettings, params, kept),
      reader.askIfOffered(incidentStatements, params, kept),
      reader.askIfOffered(incidentParts, params, kept),
      reader.askIfOffered(incidentStore, params, kept),
      reader.askIfOffered(incidentBlobs, params, kept),
      reader.askIfOffered(incidentBlobErrors, params, kept),
      reader.askIfOffered(incidentErrors, params, kept),
      reader.askIfOffered(incidentMutations, range, kept),
    ])
  const [query_log, part_log, blob_storage_log, error_log] = await oldest
  return {
    clock,
    startedMs: toOurMs(Number(clockRow.now_ms) - clockRow.uptime_seconds * 1000),
    since: { query_log, part_log, blob_storage_log, error_log },
    ...{ forms, failures, reads, settings, parts, store, blobs, blobErrors, errors },
    statements:
      statements?.map((row) => ({
        ...row,
        from_ms: row.from_ms - BigInt(shiftMs),
        to_ms: row.to_ms - BigInt(shiftMs),
      })) ?? null,
    mutations: mutations?.map((row) => ({ ...row, from_ms: row.from_ms - BigInt(shiftMs) })) ?? null,
  }
}
