import pg from 'pg'

/** Tables of the product's database, including workflows, with a text anywhere in a row: `schema.table`. */
export async function searchDatabase(url: string, texts: readonly string[]): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    )
    const found = new Map<string, string[]>(texts.map((text) => [text, []]))
    for (const { name } of tables) {
      // Names that no column has: inside the subquery, a column of the table would take precedence.
      const { rows } = await client.query<{ text: string }>(
        `SELECT sought.sought_text AS text FROM unnest($1::text[]) AS sought(sought_text)
         WHERE EXISTS (SELECT FROM ${name} AS searched_row WHERE position(sought.sought_text IN searched_row::text) > 0)`,
        [texts],
      )
      for (const { text } of rows) found.get(text)?.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}
