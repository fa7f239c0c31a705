import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askAll } from '../support/nodes.ts'
import { readEndpoints } from '../support/run.ts'
import { searchDatabase } from '../support/search-database.ts'
import { expect, test } from '../support/test.ts'

interface Text {
  from: string
  text: string
}

/** Everything that was secret in this run. What was typed or shown once is in secrets.txt. */
async function listSecrets(
  folder: string,
  people: Readonly<Record<string, { password: string }>>,
  apiToken: string,
) {
  const { clickhouse, objectStore, postgres, dataDir } = readEndpoints()
  const remembered = join(folder, 'secrets.txt')
  const typed = existsSync(remembered) ? (await readFile(remembered, 'utf8')).trim().split('\n') : []
  const named: Record<string, string | undefined> = {
    'the API token': apiToken,
    "the cluster's password": clickhouse?.users.frostline?.password,
    "the cluster administrator's password": clickhouse?.users.admin?.password,
    "the object store's secret key": objectStore?.secretAccessKey,
    "the database's password": postgres ? new URL(postgres.url).password : undefined,
    'the key that seals secrets': (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim(),
  }
  for (const [name, { password }] of Object.entries(people)) named[`the password of ${name}`] = password
  for (const [index, secret] of typed.entries()) named[`secret ${index + 1} of a journey`] = secret
  return Object.entries(named).map(([name, secret]) => {
    if (!secret || secret.length < 16)
      throw new Error(`${name} is not known to the test, or too short to look for.`)
    return { name, secret }
  })
}

async function readFolder(folder: string): Promise<Text[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        return { from: path, text: await readFile(path, 'utf8') }
      }),
  )
}

test('no secret is in a log, in a query_log, in the database, or in any response of the product', async ({
  run,
  nodes,
}) => {
  const secrets = await listSecrets(run.folder, run.people, run.apiToken)
  const logs = await readFolder(join(run.dataDir, 'logs'))
  const responses = await readFolder(run.responses)
  const statements = await askAll<{ text: string }>(
    nodes,
    `SELECT DISTINCT concat(query, ' ', exception, ' ', log_comment, ' ', http_user_agent, ' ', http_referer, ' ',
       toString(Settings)) AS text FROM system.query_log`,
  )
  // Each place must contain its expected content, or finding no secrets there would prove nothing.
  expect(logs.map(({ from }) => from.split('/').at(-1))).toEqual(
    expect.arrayContaining(['supervisor.log', 'web.log', 'worker.log', 'postgresql.log']),
  )
  expect(statements.some(({ text }) => text.includes('FROM system.parts'))).toBe(true)
  for (const node of nodes)
    expect(statements.filter(({ node: name }) => name === node.name)).not.toHaveLength(0)
  expect(responses.some(({ text }) => text.includes('shard-1-replica-1'))).toBe(true)

  const { postgres } = readEndpoints()
  if (!postgres) throw new Error('endpoints.json lists no database.')
  const { email } = run.people.admin
  const stored = await searchDatabase(postgres.url, [email, ...secrets.map(({ secret }) => secret)])
  expect(stored.get(email)).toContain('public."user"')

  const searched: Text[] = [
    ...logs,
    ...responses,
    ...statements.map(({ node, text }) => ({ from: `query_log of ${node}: ${text.slice(0, 80)}`, text })),
  ]
  const found = secrets.flatMap(({ name, secret }) =>
    [
      ...searched.filter(({ text }) => text.includes(secret)).map(({ from }) => from),
      ...(stored.get(secret) ?? []),
    ].map((place) => `${name} in ${place}`),
  )
  expect(found).toEqual([])
})
