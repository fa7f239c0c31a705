import type { Transaction } from '@frostline/db'
import { decideRole } from '@frostline/domain'
import type { ProviderFlow } from '../auth/oidc/provider-flow.ts'
import { readRoleRules } from '../sign-in-provider/provider-row.ts'
import { namesOfGroups } from './follow-groups.ts'

/**
 * What provisioning says of a person who signs in: whether they are out, and their groups where the token lists none, or too
 * many to list.
 */
export async function meetProvisioned(tx: Transaction, flow: ProviderFlow): Promise<'active' | 'inactive'> {
  const person = await findProvisioned(tx, flow)
  if (person === undefined) return 'active'
  if (!person.active) return 'inactive'
  // An address that the provider has not verified identifies nobody.
  if (!person.isSure) return 'active'
  flow.provisionedId = person.id
  if (flow.groups?.kind === 'groups' || person.groups.length === 0) return 'active'
  const provider = await tx.signInProvider.findUniqueOrThrow({ where: { id: flow.provider.id } })
  flow.groups = { kind: 'groups', groups: namesOfGroups(person.groups) }
  flow.decision = decideRole(readRoleRules(provider.roleRules), provider.defaultRole, flow.groups)
  return 'active'
}

/** The person of this sign-in: whose account it is, else by the ID at the provider, else by the address. */
async function findProvisioned(
  tx: Transaction,
  { provider, subject, objectId, email, emailVerified }: ProviderFlow,
) {
  const subjects = [subject, objectId].filter((each) => each !== undefined)
  const account =
    subject === undefined
      ? null
      : await tx.account.findUnique({
          where: { providerId_accountId: { providerId: provider.id, accountId: subject } },
          select: { userId: true },
        })
  const address = email?.toLowerCase()
  const found = await tx.provisionedUser.findMany({
    where: {
      providerId: provider.id,
      OR: [
        ...(account ? [{ userId: account.userId }] : []),
        { externalId: { in: subjects } },
        ...(address === undefined
          ? []
          : [{ userNameKey: address }, { email: { equals: address, mode: 'insensitive' as const } }]),
      ],
    },
    include: { groups: { include: { group: true } } },
    orderBy: { id: 'asc' },
  })
  const sure =
    found.find(({ userId }) => account && userId === account.userId) ??
    found.find(({ externalId }) => externalId !== null && subjects.includes(externalId))
  if (sure) return { ...sure, isSure: true }
  const [byAddress] = found
  return byAddress && { ...byAddress, isSure: emailVerified === true }
}

/**
 * Remembers whose account it is. @returns whether the person is still active: the row is locked, so that a change by the
 * provider comes before or finds the account.
 */
export async function linkProvisioned(tx: Transaction, flow: ProviderFlow, userId: string): Promise<boolean> {
  if (flow.provisionedId === undefined) return true
  const { count } = await tx.provisionedUser.updateMany({
    where: { id: flow.provisionedId, active: true },
    data: { userId },
  })
  return count === 1
}
