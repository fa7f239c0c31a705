import { createHash } from 'node:crypto'
import { frostlineGrants } from './frostline-grants.ts'
import { renderXml } from './xml.ts'

/** The start-up statements of node-program.mjs: two listeners and the wait on stdin. */
const STARTUP_QUERIES = 3

/**
 * Start-up runs as `default` with an empty password from 127.0.0.1 and must be able to read a file (its
 * stdin). Nothing else may use that: the account has the three grants it needs, and a quota that lets it
 * run the start-up statements and no more (a constant SELECT over system.one is exempt, and harmless).
 * Quotas count in memory, so every start begins with a full one. A longer interval overflows and the node
 * does not start.
 */
const startupQuota = { interval: { duration: 315_360_000, queries: STARTUP_QUERIES } }

const startupGrants = [
  'GRANT SYSTEM LISTEN ON *.*',
  'GRANT CREATE TEMPORARY TABLE ON *.*',
  'GRANT READ ON FILE',
]

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
    profiles: { default: { log_queries: 1 } },
    quotas: { default: {}, startup: startupQuota },
    users: {
      default: {
        password: '',
        networks: { ip: '127.0.0.1' },
        profile: 'default',
        quota: 'startup',
        grants: { query: startupGrants },
      },
      admin: { ...account(passwords.admin), access_management: 1, named_collection_control: 1 },
      frostline: { ...account(passwords.frostline), grants: { query: frostlineGrants } },
    },
  })
}
