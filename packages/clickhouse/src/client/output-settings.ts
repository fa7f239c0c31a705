import type { ClickHouseSettings } from '@clickhouse/client'

/** What every read asks of the server's output, independent of its version's defaults. The row schemas rely on it. */
export const outputSettings = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_64bit_floats: 0,
  output_format_json_quote_denormals: 0,
  output_format_json_named_tuples_as_objects: 1,
  date_time_output_format: 'iso',
} satisfies ClickHouseSettings

/**
 * readonly=2: no statement of a read can change data, yet the settings beside it may be sent. A read whose client
 * went away is stopped by the server.
 */
export const readSettings = {
  readonly: '2',
  cancel_http_readonly_queries_on_client_close: 1,
} satisfies ClickHouseSettings
