import { Client, DatabaseError } from 'pg'

export interface GivenDatabase {
  readonly url: string
  drop(): Promise<void>
}

/**
 * Name of a database with the current schema on the server shared by a test run: copies of it need no schema
 * migrations.
 */
export const DATABASE_TEMPLATE = 'FROSTLINE_TEST_DATABASE_TEMPLATE'

/**
 * A new database on the server of DATABASE_URL, whose account must be allowed to create one.
 * @param template the database to copy; omitted: it is empty
 */
export async function createGivenDatabase(
  databaseUrl: string,
  name: string,
  template?: string,
): Promise<GivenDatabase> {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  await connected(databaseUrl, (client) =>
    client.query(
      `CREATE DATABASE ${client.escapeIdentifier(name)}${template ? ` TEMPLATE ${client.escapeIdentifier(template)}` : ''}`,
    ),
  )
  return {
    url: url.href,
    drop: () =>
      connected(databaseUrl, async (client) => {
        // Not WITH (FORCE): a non-superuser is rejected while an autovacuum worker is in the database. A plain DROP
        // DATABASE ends such workers itself. On a busy machine a terminated session may outlive its wait of 5 s.
        for (let attempt = 1; ; attempt++) {
          await client.query(
            'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
            [name],
          )
          try {
            await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)}`)
            return
          } catch (error) {
            if (!(error instanceof DatabaseError && error.code === inUse) || attempt === 6) throw error
          }
        }
      }),
  }
}

/** object_in_use */
const inUse = '55006'

async function connected(url: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
