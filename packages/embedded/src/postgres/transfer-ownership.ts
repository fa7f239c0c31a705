import { Client } from 'pg'

/** Objects that can have an owner, in schemas that are not the server's own and that no extension brought. */
const FOREIGN_OBJECTS = `
  SELECT format('ALTER SCHEMA %I OWNER TO %I', nspname, $1::text) AS statement
    FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname NOT IN ('information_schema', 'public')
      AND nspowner <> $1::regrole
  UNION ALL
  SELECT format('ALTER %s %s OWNER TO %I',
      CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
      c.oid::regclass, $1::text)
    FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND relkind IN ('r', 'p', 'S', 'v', 'm')
      AND relowner <> $1::regrole
      -- The sequence of a column goes with its table.
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
        AND (deptype = 'e' OR relkind = 'S' AND deptype IN ('a', 'i')))
  UNION ALL
  SELECT format('ALTER TYPE %s OWNER TO %I', t.oid::regtype, $1::text)
    FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND typtype IN ('d', 'e') AND typowner <> $1::regrole
  UNION ALL
  SELECT format('ALTER ROUTINE %s OWNER TO %I', p.oid::regprocedure, $1::text)
    FROM pg_proc p JOIN pg_namespace n ON n.oid = pronamespace
    WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' AND proowner <> $1::regrole
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND deptype = 'e')`

export interface OwnDatabase {
  /** Of the superuser, who only creates the role. `database` is inserted into it. */
  readonly superuserUrl: (database: string) => string
  readonly database: string
  /** Owns the database and nothing else: no superuser, no right to create databases or roles. */
  readonly role: string
  readonly password: string
}

/**
 * Creates the database and the role that owns it, and gives the role what exists already: in folders of versions whose
 * product signed in as superuser the tables belong to the superuser.
 */
export async function transferOwnership({
  superuserUrl,
  database,
  role,
  password,
}: OwnDatabase): Promise<void> {
  await withClient(superuserUrl('postgres'), async (client) => {
    const name = client.escapeIdentifier(role)
    const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
    if (found.rowCount === 0) await client.query(`CREATE ROLE ${name}`)
    // Each time: a start that was killed between creating the role and its password would leave one that cannot sign
    // in.
    await client.query(`ALTER ROLE ${name} LOGIN PASSWORD ${client.escapeLiteral(password)}`)
    const owned = await client.query(
      'SELECT datdba = $2::regrole AS is_owner FROM pg_database WHERE datname = $1',
      [database, role],
    )
    const target = client.escapeIdentifier(database)
    if (owned.rowCount === 0) await client.query(`CREATE DATABASE ${target} OWNER ${name}`)
    else if (!owned.rows[0].is_owner) await client.query(`ALTER DATABASE ${target} OWNER TO ${name}`)
  })
  await withClient(superuserUrl(database), async (client) => {
    await client.query('BEGIN')
    const { rows } = await client.query<{ statement: string }>(FOREIGN_OBJECTS, [role])
    for (const { statement } of rows) await client.query(statement)
    await client.query('COMMIT')
  })
}

async function withClient(url: string, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
