import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { currentRun } from './run.ts'

export interface RestAnswer<Body> {
  readonly status: number
  readonly body: Body
}

/** One REST call with a token, by default the administrator's. The response is kept to be searched for secrets. */
export async function callRest<Body = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { body, token, keep = true }: { body?: unknown; token?: string; keep?: boolean } = {},
): Promise<RestAnswer<Body>> {
  const run = currentRun()
  const response = await fetch(`${run.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token ?? run.apiToken}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (keep)
    await appendFile(join(run.responses, 'rest.txt'), `${response.status} ${method} ${path}\n${text}\n`)
  return { status: response.status, body: JSON.parse(text) as Body }
}

/** A new token of this role, also searched for like every other secret. */
export async function createToken(role: 'admin' | 'operator' | 'viewer', name: string): Promise<string> {
  const { status, body } = await callRest<{ secret: string }>('POST', '/tokens', {
    body: { name, role, expiresAt: new Date(Date.now() + 86_400_000) },
    keep: false,
  })
  if (status !== 200) throw new Error(`The token ${name} was not created: ${status} ${JSON.stringify(body)}`)
  await rememberSecret(body.secret)
  return body.secret
}

/** Text that a person typed or was shown once: no log, statement or later response may contain it. */
export async function rememberSecret(secret: string): Promise<void> {
  await appendFile(join(currentRun().folder, 'secrets.txt'), `${secret}\n`)
}
