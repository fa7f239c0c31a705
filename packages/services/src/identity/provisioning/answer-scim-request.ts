import type { Database } from '@frostline/db'
import { findInputFault } from '../../platform/base/find-input-fault.ts'
import { limitBody } from '../../platform/net/limit-body.ts'
import { hashToken } from '../token/manage-tokens.ts'
import { isObject, type Resource } from './apply-patch.ts'
import { createGroup, getGroup, listGroups, patchGroup, removeGroup, replaceGroup } from './groups.ts'
import { createPerson, getPerson, listPeople, patchPerson, removePerson, replacePerson } from './people.ts'
import { listResponse, type ProvisioningContext, readListQuery } from './provisioning-context.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './scim-documents.ts'
import { badRequest, ScimFault } from './scim-fault.ts'

interface ScimDoor {
  db: Database
  now: () => Date
  publicUrl: string
}

const path = '/api/scim/v2'
/** A group of 20,000 members. */
const maxBodyBytes = 1024 * 1024
const useRecordedEveryMs = 60_000

/** Answers a request of a provider that provisions people and groups: SCIM 2.0, RFC 7643 and 7644. */
export async function answerScimRequest(door: ScimDoor, request: Request): Promise<Response> {
  try {
    const ctx = await authenticate(door, request)
    return await answer(ctx, request)
  } catch (error) {
    if (error instanceof ScimFault) return faultResponse(error)
    throw error
  }
}

/** Looked up by its hash, so that timing reveals nothing about other tokens. */
async function authenticate(
  { db, now, publicUrl }: ScimDoor,
  { headers }: Request,
): Promise<ProvisioningContext> {
  const [, token] = /^Bearer\s+(\S+)\s*$/i.exec(headers.get('authorization') ?? '') ?? []
  const found =
    token === undefined
      ? null
      : await db.provisioning.findUnique({
          where: { tokenHash: hashToken(token) },
          include: { provider: { select: { name: true } } },
        })
  if (!found)
    throw new ScimFault(401, null, 'The token is missing or unknown. Send the one that Frostline showed.')
  const { providerId, provider, lastUsedAt } = found
  const at = now()
  if (!lastUsedAt || at.getTime() - lastUsedAt.getTime() >= useRecordedEveryMs)
    await db.provisioning.updateMany({ where: { providerId }, data: { lastUsedAt: at } })
  return {
    ...{ db, now, provider: { id: providerId, name: provider.name } },
    base: `${new URL(publicUrl).origin}${path}`,
  }
}

async function answer(ctx: ProvisioningContext, request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const [type = '', id, ...more] = pathname.slice(path.length).split('/').filter(Boolean).map(decode)
  if (more.length > 0) throw noSuchAddress()
  const { method } = request
  if (type === 'Users' || type === 'Groups') {
    if (id === undefined && method === 'GET')
      return respond(
        200,
        type === 'Users'
          ? await listPeople(ctx, readListQuery(searchParams))
          : await listGroups(ctx, readListQuery(searchParams), omitsMembers(searchParams)),
      )
    const verbs = type === 'Users' ? people : groups
    if (id === undefined && method === 'POST') {
      const made = await verbs.create(ctx, await readBody(request))
      return respond(201, made, { location: `${ctx.base}/${type}/${String(made.id)}` })
    }
    if (id === undefined) throw notAllowed()
    if (method === 'GET') return respond(200, await verbs.get(ctx, id, omitsMembers(searchParams)))
    if (method === 'PUT') return respond(200, await verbs.replace(ctx, id, await readBody(request)))
    if (method === 'PATCH') {
      const changed = await verbs.patch(ctx, id, await readBody(request))
      // The whole of a large group for each member would be slow.
      return type === 'Users' ? respond(200, changed) : new Response(null, { status: 204 })
    }
    if (method !== 'DELETE') throw notAllowed()
    await verbs.remove(ctx, id)
    return new Response(null, { status: 204 })
  }
  if (method !== 'GET') throw noSuchAddress()
  if (type === 'ServiceProviderConfig' && id === undefined)
    return respond(200, serviceProviderConfig(ctx.base))
  if (type === 'ResourceTypes') return respondDocument(resourceTypes(ctx.base), id)
  if (type === 'Schemas') return respondDocument(schemas(ctx.base), id)
  throw noSuchAddress()
}

const people = {
  get: getPerson,
  create: createPerson,
  replace: replacePerson,
  patch: patchPerson,
  remove: removePerson,
}
const groups = {
  get: getGroup,
  create: createGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: removeGroup,
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw noSuchAddress()
  }
}

function omitsMembers(search: URLSearchParams): boolean {
  const names = (name: string) =>
    (search.get(name) ?? '')
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean)
  const asked = names('attributes')
  return names('excludedAttributes').includes('members') || (asked.length > 0 && !asked.includes('members'))
}

/** @throws ScimFault for what is no JSON object, is too large, or contains what cannot be stored. */
async function readBody(request: Request): Promise<Resource> {
  const limited = await limitBody(request, maxBodyBytes)
  if (!limited) throw new ScimFault(413, null, 'The request is larger than 1 MiB.')
  const body: unknown = await limited.json().catch(() => undefined)
  if (!isObject(body)) throw badRequest('invalidSyntax', 'The body is not a JSON object.')
  const fault = findInputFault(body)
  if (fault) throw badRequest('invalidValue', fault)
  return body
}

function respondDocument(documents: readonly Resource[], id: string | undefined): Response {
  if (id === undefined)
    return respond(200, listResponse(documents.length, { filter: null, startIndex: 1, count: 0 }, documents))
  const found = documents.find((each) => each.id === id)
  if (!found) throw noSuchAddress()
  return respond(200, found)
}

function respond(status: number, body: Resource, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/scim+json', 'cache-control': 'no-store', ...headers },
  })
}

function faultResponse({ status, scimType, message }: ScimFault): Response {
  return respond(
    status,
    {
      ...{ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: String(status) },
      ...(scimType === null ? {} : { scimType }),
      detail: message,
    },
    status === 401 ? { 'www-authenticate': 'Bearer' } : {},
  )
}

function noSuchAddress(): ScimFault {
  return new ScimFault(404, null, 'This address does not exist.')
}

function notAllowed(): ScimFault {
  return new ScimFault(405, null, 'This method does not exist here.')
}
