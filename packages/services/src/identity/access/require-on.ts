import {
  type Access,
  coversScope,
  describeGrantScope,
  describeScope,
  type GrantScope,
  highestRole,
  type Role,
  roleOn,
  roleOnAll,
  type Scope,
  seesEverything,
} from '@frostline/domain'
import { type Actor, accessOf, roleAllows } from '../../platform/base/actor.ts'
import { ServiceError } from '../../platform/base/service-error.ts'

/**
 * The actor with the role that it holds on all of these scopes, for the verb that touches them.
 * @throws ServiceError `not_found` where it may not see one of them, with the same text as for what does not exist; `forbidden`
 * where its role is too low.
 */
export function requireOn(actor: Actor, needed: Role, scopes: readonly Scope[]): Actor & { role: Role } {
  const access = accessOf(actor)
  const held = roleOnAll(access, scopes)
  if (held === undefined) throw isOfInstallation(scopes) ? noRole(actor, needed) : notVisible()
  if (roleAllows(held, needed)) return { ...actor, role: held }
  const lacking = scopes.filter((scope) => !roleAllows(roleOn(access, scope) ?? 'member', needed))
  throw new ServiceError(
    'forbidden',
    `This needs the role ${needed} on ${lacking.map(describeScope).join(' and ')}; ${actor.name} is ${held} there.`,
    { hint: explainCustom(access, scopes) ?? 'Ask an admin for that role, or to do it for you.' },
  )
}

/** What a custom role that covers one of these scopes lacks. Undefined: there is none. */
function explainCustom(access: Access, scopes?: readonly Scope[]): string | undefined {
  const isCovering = (grant: GrantScope) => scopes?.some((at) => coversScope(grant, at)) ?? true
  const found = access.find((grant) => grant.custom && isCovering(grant))
  return found?.custom && `The custom role ${found.custom.name} does not include it. Ask an admin to add it.`
}

/** That there are settings of the installation is no secret. */
function isOfInstallation(scopes: readonly Scope[]): boolean {
  return scopes.every(({ kind }) => kind === 'everything')
}

/** The same for what does not exist and for what a person may not see, so that neither can be told from the other. */
export function notVisible(): ServiceError {
  return new ServiceError('not_found', 'This does not exist, or it is outside of what you may see.', {
    hint: 'Choose from the lists, or ask an admin for access.',
  })
}

/** For what the actor may not do anywhere, or only on everything. */
export function noRole(actor: Actor, needed: Role): ServiceError {
  return new ServiceError(
    'forbidden',
    `This needs the role ${needed} on everything; ${describeHeld(actor)}.`,
    {
      hint: explainCustom(accessOf(actor)) ?? 'Ask an admin to change your role or to do it for you.',
    },
  )
}

function describeHeld(actor: Actor): string {
  const access = accessOf(actor)
  if (access.length === 0) return `${actor.name} has no role`
  if (seesEverything(access)) return `${actor.name} is ${roleOn(access, { kind: 'everything' })}`
  const held = access.map(
    (grant) => `${grant.custom?.name ?? grant.role} on ${describeGrantScope(grant, () => 'a cluster')}`,
  )
  return `${actor.name} is ${[...new Set(held)].slice(0, 3).join(', ')}`
}

/** The highest role that the actor holds on anything. Undefined: it may see nothing. */
export function highestRoleOf(actor: Actor): Role | undefined {
  return highestRole(accessOf(actor).map(({ role }) => role))
}
