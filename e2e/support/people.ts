import { request } from '@playwright/test'
import type { Person, Role, Run } from './run.ts'

export interface NewPerson {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly role: Role | 'member'
}

/** Creates a user over REST, like an admin's program. */
export async function createPerson(
  { url, apiToken }: Pick<Run, 'url' | 'apiToken'>,
  { email, password, name, role }: NewPerson,
): Promise<void> {
  const response = await fetch(`${url}/api/v1/users`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, name, role }),
  })
  if (!response.ok) throw new Error(`${email} was not created: ${response.status} ${await response.text()}`)
}

/** Signs in without a browser and keeps the cookies in the person's session file. */
export async function signIn(url: string, { email, password, session }: Person): Promise<void> {
  const context = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } })
  const response = await context.post('/api/auth/sign-in/email', { data: { email, password } })
  if (!response.ok())
    throw new Error(`${email} could not sign in: ${response.status()} ${await response.text()}`)
  await context.storageState({ path: session })
  await context.dispose()
}
