import { expect } from 'vitest'
import { type ProviderLab, publicUrl } from '../../auth/testing/open-provider-lab.ts'
import { answerScimRequest } from '../answer-scim-request.ts'

export const base = `${publicUrl}/api/scim/v2`
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'

interface Body extends Record<string, unknown> {
  id: string
  active: boolean
  totalResults: number
  Resources: { id: string; members?: unknown }[]
  members: { display: string }[]
}

/** What a provider sends by SCIM, and what Ann finds when she signs in. */
export function scimClient(lab: () => ProviderLab, token: () => string) {
  async function scim(
    method: string,
    path: string,
    body?: unknown,
    bearer = token(),
  ): Promise<{ status: number; headers: Headers; body: Body }> {
    const response = await answerScimRequest(
      { db: lab().services.db, now: () => lab().services.clock.now, publicUrl },
      new Request(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/scim+json' },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    )
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    }
  }

  const addPerson = async (userName: string, more: object = {}): Promise<string> => {
    const { status, body } = await scim('POST', '/Users', {
      schemas: [userSchema],
      userName,
      active: true,
      ...more,
    })
    expect(status).toBe(201)
    return body.id
  }
  const addGroup = async (
    displayName: string,
    members: string[] = [],
    more: object = {},
  ): Promise<string> => {
    const { status, body } = await scim('POST', '/Groups', {
      ...{ displayName, ...more },
      members: members.map((value) => ({ value })),
    })
    expect(status).toBe(201)
    return body.id
  }
  const setActive = (id: string, active: boolean) =>
    scim('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active } }] })
  const changeMembers = (group: string, op: 'add' | 'remove', ...ids: string[]) =>
    scim('PATCH', `/Groups/${group}`, {
      Operations: [{ op, path: 'members', value: ids.map((value) => ({ value })) }],
    })
  const ann = () => lab().services.db.user.findFirstOrThrow({ where: { email: 'ann@example.com' } })
  const signInAsAnn = async () => {
    const browser = lab().openVisitor()
    const to = await lab().signIn(browser)
    return { browser, to }
  }
  return { scim, addPerson, addGroup, setActive, changeMembers, ann, signInAsAnn }
}
