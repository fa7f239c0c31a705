import { applySchemaMigrations, createDatabase, loadSecretKey } from '@frostline/db'
import {
  createClusterDirectory,
  ensureApiToken,
  ensureDemoSource,
  ensureEmbeddedCluster,
  ensureFirstAdmin,
  parseAddressRanges,
  type ServiceContext,
} from '@frostline/services'
import type { SetupEnv } from './setup-env.ts'

/**
 * Prepares a database for web and worker, without changing what exists already: schema, first admin, API token, the
 * embedded cluster. May run at every start and in several places at once.
 * @param report gets one line for each action. No line contains a secret.
 */
export async function runSetup(env: SetupEnv, report: (line: string) => void): Promise<void> {
  const secretKey = await loadSecretKey({
    value: env.FROSTLINE_SECRET_KEY,
    file: env.FROSTLINE_SECRET_KEY_FILE,
  })
  const applied = await applySchemaMigrations({
    connectionString: env.DATABASE_URL,
    directory: env.FROSTLINE_MIGRATIONS_DIR,
  })
  report(
    applied.length === 0 ? 'The schema is up to date.' : `Applied schema migrations: ${applied.join(', ')}.`,
  )
  const { db, close } = createDatabase({ connectionString: env.DATABASE_URL, maxConnections: 2 })
  const sourceAddresses = parseAddressRanges(env.FROSTLINE_SOURCE_ADDRESSES)
  const clusters = createClusterDirectory({ db, secretKey, addresses: sourceAddresses })
  const actor = { type: 'system', id: 'setup', name: 'set-up', role: 'admin' } as const
  try {
    await prepare({ actor, db, clusters, now: () => new Date(), sourceAddresses }, env, report)
  } finally {
    await clusters.close()
    await close()
  }
}

async function prepare(ctx: ServiceContext, env: SetupEnv, report: (line: string) => void): Promise<void> {
  const { FROSTLINE_ADMIN_EMAIL: email, FROSTLINE_ADMIN_PASSWORD: password } = env
  if (email !== undefined && password !== undefined) {
    const created = await ensureFirstAdmin(ctx, { email, password })
    report(created ? `Created the admin ${email}.` : 'There is an admin already.')
  } else {
    await requireAdmin(ctx)
  }
  const secret = env.FROSTLINE_API_TOKEN
  if (secret !== undefined) {
    const created = await ensureApiToken(ctx, { name: 'FROSTLINE_API_TOKEN', role: 'admin', secret })
    report(created ? 'Created the API token.' : 'The API token exists already.')
  }
  const token = env.FROSTLINE_SETUP_TOKEN
  if (token)
    report(`API token ${token.name}: ${(await ensureApiToken(ctx, token)) ? 'created' : 'unchanged'}.`)
  const cluster = env.FROSTLINE_SETUP_CLUSTER
  if (cluster) report(`Cluster ${cluster.name}: ${await ensureEmbeddedCluster(ctx, cluster)}.`)
  const source = env.FROSTLINE_SETUP_SOURCE
  if (source) report(`Source ${source.name}: ${await ensureDemoSource(ctx, source)}.`)
}

async function requireAdmin(ctx: ServiceContext): Promise<void> {
  if ((await ctx.db.user.count({ where: { role: 'admin' } })) > 0) return
  throw new Error(
    'There is no admin yet, so nobody could sign in. Set FROSTLINE_ADMIN_EMAIL and FROSTLINE_ADMIN_PASSWORD.',
  )
}
