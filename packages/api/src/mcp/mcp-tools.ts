/** A tool of the MCP endpoint: one operation of the REST API that changes nothing. */
export interface McpTool {
  name: string
  /** Such as `GET /clusters`. */
  operation: string
  /** What the summary of the operation leaves open. */
  advice?: string
}

const table = '/clusters/{cluster}/tables/{database}/{table}'

/** The read verbs and the dry runs. Nothing here starts, changes or deletes anything. */
export const mcpTools: readonly McpTool[] = [
  { name: 'who_am_i', operation: 'GET /me' },
  { name: 'list_clusters', operation: 'GET /clusters', advice: 'Other tools take the slug as cluster.' },
  { name: 'list_nodes', operation: 'GET /clusters/{cluster}/nodes' },
  { name: 'list_tables', operation: 'GET /clusters/{cluster}/tables', advice: 'Use search and limit.' },
  { name: 'list_fleet_tables', operation: 'GET /fleet/tables' },
  { name: 'get_table', operation: `GET ${table}` },
  { name: 'list_partitions', operation: `GET ${table}/partitions` },
  { name: 'list_parts', operation: `GET ${table}/parts` },
  { name: 'explain_table', operation: `GET ${table}/move-explain` },
  { name: 'explain_parts', operation: `GET ${table}/move-explain/parts`, advice: 'Why is this part here?' },
  { name: 'get_ttl', operation: `GET ${table}/ttl` },
  { name: 'forecast_ttl', operation: `GET ${table}/ttl/forecast` },
  { name: 'preview_ttl', operation: `POST ${table}/ttl/preview`, advice: 'Changes nothing.' },
  { name: 'get_costs', operation: 'GET /clusters/{cluster}/costs' },
  { name: 'get_table_cost', operation: `GET ${table}/cost` },
  { name: 'get_storage', operation: 'GET /clusters/{cluster}/storage' },
  { name: 'get_caches', operation: 'GET /clusters/{cluster}/caches' },
  { name: 'get_replication', operation: 'GET /clusters/{cluster}/replication' },
  { name: 'list_advice', operation: 'GET /clusters/{cluster}/advice' },
  { name: 'list_live_work', operation: 'GET /clusters/{cluster}/live' },
  { name: 'list_alerts', operation: 'GET /alerts' },
  { name: 'list_runs', operation: 'GET /runs' },
  { name: 'get_run_history', operation: 'GET /runs/{id}/history' },
  { name: 'list_tier_migrations', operation: 'GET /tier-migrations' },
  { name: 'get_tier_migration', operation: 'GET /tier-migrations/{id}' },
  { name: 'preview_tier_migration', operation: 'POST /tier-migration-previews' },
  { name: 'preview_tier_migration_sql', operation: 'POST /tier-migration-previews/sql' },
  { name: 'list_tier_schedules', operation: 'GET /tier-schedules' },
  { name: 'list_loads', operation: 'GET /loads' },
  { name: 'get_load', operation: 'GET /loads/{id}' },
  { name: 'preview_load', operation: 'POST /load-previews' },
  { name: 'list_pipelines', operation: 'GET /load-pipelines' },
  { name: 'list_sources', operation: 'GET /sources' },
  { name: 'preview_cache_warmup', operation: 'POST /cache-warmup-previews' },
  { name: 'list_audit_entries', operation: 'GET /audit' },
]

/**
 * Saves a plan and sends it for review: it does not start before a person has looked at it in the console and started
 * it there.
 */
export const proposeTool = {
  name: 'propose_tier_migration',
  operation: 'POST /tier-migrations',
  advice:
    'Saves the plan and sends it for review. Nothing moves: a person approves and starts it in the console, at the address in the result. Preview it first.',
} as const satisfies McpTool
