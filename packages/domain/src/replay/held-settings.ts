/** Settings that keep a replay safe or measured: nobody gives another value for them. */
export const heldSettings: ReadonlySet<string> = new Set([
  'readonly',
  'allow_ddl',
  'max_execution_time',
  'timeout_overflow_mode',
  'max_memory_usage',
  'priority',
  'log_queries',
  'log_queries_min_type',
  'log_queries_min_query_duration_ms',
  'log_queries_probability',
  'log_profile_events',
  'log_comment',
  'wait_end_of_query',
  'send_progress_in_http_headers',
  'cancel_http_readonly_queries_on_client_close',
  'format_display_secrets_in_show_and_select',
])
