import type { Resource } from './apply-patch.ts'
import { maxPage } from './provisioning-context.ts'
import { groupSchema, userSchema } from './scim-resources.ts'

const core = 'urn:ietf:params:scim:schemas:core:2.0'

/** What the endpoint can do (RFC 7643, section 5). */
export function serviceProviderConfig(base: string): Resource {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxPage },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      { type: 'oauthbearertoken', name: 'Bearer token', description: 'The token that Frostline shows once.' },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string): Resource[] {
  const type = (id: string, endpoint: string, schema: string) => ({
    ...{ schemas: [`${core}:ResourceType`], id, name: id, endpoint, schema },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
  })
  return [type('User', '/Users', userSchema), type('Group', '/Groups', groupSchema)]
}

export function schemas(base: string): Resource[] {
  const schema = (id: string, name: string, attributes: Resource[]) => ({
    ...{ schemas: [`${core}:Schema`], id, name, attributes },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  const emails = [text('value'), text('type'), flag('primary')]
  const members = [text('value', { mutability: 'immutable' }), text('display'), text('type')]
  return [
    schema(userSchema, 'User', [
      text('userName', { required: true, uniqueness: 'server' }),
      text('externalId', { caseExact: true }),
      text('displayName'),
      { ...complex('name', [text('givenName'), text('familyName')]) },
      complex('emails', emails, true),
      flag('active'),
    ]),
    schema(groupSchema, 'Group', [
      text('displayName', { required: true }),
      text('externalId', { caseExact: true }),
      complex('members', members, true),
    ]),
  ]
}

const attribute = {
  ...{ multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
}

function text(name: string, more: Resource = {}): Resource {
  return { ...attribute, name, type: 'string', ...more }
}

function flag(name: string): Resource {
  return { ...attribute, name, type: 'boolean' }
}

function complex(name: string, subAttributes: Resource[], multiValued = false): Resource {
  return { ...attribute, name, type: 'complex', multiValued, subAttributes }
}
