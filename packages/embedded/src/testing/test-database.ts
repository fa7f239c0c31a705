import { Client } from 'pg'

export interface GivenDatabase {
  readonly url: string
  drop(): Promise<void>
}

/** A database of its own on the server of DATABASE_URL, whose account must be allowed to create one. */
export async function createGivenDatabase(databaseUrl: string, name: string): Promise<GivenDatabase> {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  await execute(databaseUrl, (quoted) => `CREATE DATABASE ${quoted}`, name)
  return {
    url: url.href,
    drop: () => execute(databaseUrl, (quoted) => `DROP DATABASE IF EXISTS ${quoted} WITH (FORCE)`, name),
  }
}

async function execute(url: string, sql: (quoted: string) => string, name: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql(client.escapeIdentifier(name)))
  } finally {
    await client.end()
  }
}
