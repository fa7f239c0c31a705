import { createHash } from 'node:crypto'
import { frostlineGrants } from './frostline-grants.ts'
import { LOGIN_GATE } from './node-config.ts'
import { renderXml } from './xml.ts'

/**
 * The start-up statements of node-process.ts run as `default` with an empty password from 127.0.0.1: two listeners and
 * the wait on stdin, which is a file. The login gate lets nobody else in by that name; if it ever did, the account
 * could do no more than this.
 */
const startupGrants = [
  'GRANT SYSTEM LISTEN ON *.*',
  'GRANT CREATE TEMPORARY TABLE ON *.*',
  'GRANT READ ON FILE',
]

/** With this setting a node lets pages of every origin read its responses, and any client may set it. */
const constraints = { add_http_cors_header: { const: '' } }

/**
 * A compiled function costs 15 ms of CPU time, and an embedded node has little data to make up for it: short queries took
 * 10 ms with compilation and 4 ms without.
 */
const noCompilation = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  compile_regular_expressions: 0,
}

/** Sets and removes timers in each thread of each query, for a trace_log that these nodes do not have. */
const noProfilers = {
  query_profiler_real_time_period_ns: 0,
  query_profiler_cpu_time_period_ns: 0,
  memory_profiler_step: 0,
}

export interface NodePasswords {
  readonly admin: string
  readonly frostline: string
}

/** users.xml of a node: `default` (start-up only), `admin` (seeding, tests), `frostline` (the product). */
export function renderUsersConfig(passwords: NodePasswords): string {
  const account = (password: string) => ({
    password_sha256_hex: createHash('sha256').update(password).digest('hex'),
    networks: { ip: ['127.0.0.1', '::1'] },
    profile: 'default',
    quota: 'default',
  })
  return renderXml('clickhouse', {
    profiles: {
      default: { log_queries: 1, add_http_cors_header: 0, ...noCompilation, ...noProfilers, constraints },
    },
    quotas: { default: {} },
    users: {
      default: {
        http_authentication: { server: LOGIN_GATE, scheme: 'basic' },
        networks: { ip: '127.0.0.1' },
        profile: 'default',
        quota: 'default',
        grants: { query: startupGrants },
      },
      admin: { ...account(passwords.admin), access_management: 1, named_collection_control: 1 },
      frostline: { ...account(passwords.frostline), grants: { query: frostlineGrants } },
    },
  })
}
