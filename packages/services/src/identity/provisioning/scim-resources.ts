import type { ProvisionedGroup, ProvisionedUser } from '@frostline/db'
import { isObject, type Resource } from './apply-patch.ts'
import { badRequest } from './scim-fault.ts'
import { attributeOf } from './scim-filter.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** What is kept of a person. */
export type PersonFacts = Pick<
  ProvisionedUser,
  'userName' | 'externalId' | 'email' | 'displayName' | 'givenName' | 'familyName' | 'active'
>

export interface GroupFacts {
  displayName: string
  externalId: string | null
  /** Ids of provisioned people. */
  members: string[]
}

const maxText = 1_000

/** A person as a provider sends one. What is not kept is ignored. @throws ScimFault `invalidValue` */
export function readPerson(body: Resource): PersonFacts {
  const name = attributeOf(body, 'name')
  const names = isObject(name) ? name : {}
  const userName = textOf(body, 'username')
  if (userName === null) throw badRequest('invalidValue', 'userName is missing.')
  return {
    userName,
    externalId: textOf(body, 'externalid'),
    email: emailOf(attributeOf(body, 'emails')),
    displayName: textOf(body, 'displayname') ?? textOf(names, 'formatted'),
    givenName: textOf(names, 'givenname'),
    familyName: textOf(names, 'familyname'),
    active: activeOf(attributeOf(body, 'active')),
  }
}

/** @throws ScimFault `invalidValue` */
export function readGroup(body: Resource): GroupFacts {
  const displayName = textOf(body, 'displayname')
  if (displayName === null) throw badRequest('invalidValue', 'displayName is missing.')
  const given = attributeOf(body, 'members') ?? []
  if (!Array.isArray(given)) throw badRequest('invalidValue', 'members is a list.')
  const members = given.map((each) => {
    const value = isObject(each) ? attributeOf(each, 'value') : undefined
    if (typeof value !== 'string') throw badRequest('invalidValue', 'A member has a value: the ID of a user.')
    return value
  })
  return { displayName, externalId: textOf(body, 'externalid'), members: [...new Set(members)] }
}

function textOf(body: Resource, attribute: string): string | null {
  const value = attributeOf(body, attribute)
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw badRequest('invalidValue', `${attribute} is a text.`)
  const text = value.trim()
  if (text.length > maxText)
    throw badRequest('invalidValue', `${attribute} is longer than ${maxText} characters.`)
  return text === '' ? null : text
}

/** The primary address, else that of work, else the first. */
function emailOf(emails: unknown): string | null {
  if (emails === undefined || emails === null) return null
  if (!Array.isArray(emails)) throw badRequest('invalidValue', 'emails is a list.')
  const held = emails.filter(isObject)
  const chosen =
    held.find((each) => isTrue(attributeOf(each, 'primary'))) ??
    held.find((each) => String(attributeOf(each, 'type')).toLowerCase() === 'work') ??
    held[0]
  return chosen === undefined ? null : textOf(chosen, 'value')
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true')
}

/** Entra sends the texts "True" and "False". */
function activeOf(value: unknown): boolean {
  if (value === undefined || value === null || isTrue(value)) return true
  if (value === false || (typeof value === 'string' && value.toLowerCase() === 'false')) return false
  throw badRequest('invalidValue', 'active is true or false.')
}

export function writePerson(person: Omit<ProvisionedUser, 'providerId'>, base: string): Resource {
  const { id, userName, externalId, email, displayName, givenName, familyName, active } = person
  return {
    ...{ schemas: [userSchema], id, userName, active },
    ...(externalId === null ? {} : { externalId }),
    ...(displayName === null ? {} : { displayName }),
    ...(givenName === null && familyName === null
      ? {}
      : {
          name: {
            ...(givenName === null ? {} : { givenName }),
            ...(familyName === null ? {} : { familyName }),
          },
        }),
    ...(email === null ? {} : { emails: [{ value: email, type: 'work', primary: true }] }),
    meta: metaOf('User', `${base}/Users/${id}`, person),
  }
}

export function writeGroup(
  group: ProvisionedGroup,
  members: readonly { personId: string; person: { userName: string } }[] | null,
  base: string,
): Resource {
  const { id, displayName, externalId } = group
  return {
    ...{ schemas: [groupSchema], id, displayName },
    ...(externalId === null ? {} : { externalId }),
    ...(members === null
      ? {}
      : {
          members: members.map(({ personId, person }) => ({
            ...{ value: personId, display: person.userName, type: 'User' },
            $ref: `${base}/Users/${personId}`,
          })),
        }),
    meta: metaOf('Group', `${base}/Groups/${id}`, group),
  }
}

function metaOf(resourceType: string, location: string, of: { createdAt: Date; updatedAt: Date }): Resource {
  return {
    ...{ resourceType, location },
    ...{ created: of.createdAt.toISOString(), lastModified: of.updatedAt.toISOString() },
  }
}
