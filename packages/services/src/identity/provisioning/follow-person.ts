import type { Prisma, ProvisionedUser, Transaction } from '@frostline/db'
import { type AuditFacts, recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { providerActor } from '../auth/oidc/apply-role.ts'
import { endUser } from '../user/change-user.ts'
import type { ProvisioningContext } from './provisioning-context.ts'
import type { PersonFacts } from './scim-resources.ts'

/**
 * The account that a person of the provider signs in with: by its subject, or by an address that the provider verified. An
 * address that the person can change at the provider must not give them the groups of another.
 */
export async function findAccount(
  tx: Transaction,
  providerId: string,
  facts: PersonFacts,
): Promise<string | null> {
  if (facts.externalId !== null) {
    const account = await tx.account.findUnique({
      where: { providerId_accountId: { providerId, accountId: facts.externalId } },
    })
    if (account) return account.userId
  }
  return findByAddress(tx, providerId, facts, { emailVerified: true })
}

/** An account that is linked to another person already is not found. */
async function findByAddress(
  tx: Transaction,
  providerId: string,
  { email, userName }: Pick<PersonFacts, 'email' | 'userName'>,
  also: Prisma.UserWhereInput,
): Promise<string | null> {
  const addresses = [...new Set([email, userName].filter((each) => each !== null))]
  const found = await tx.user.findFirst({
    where: {
      ...also,
      OR: addresses.map((each) => ({ email: { equals: each, mode: 'insensitive' } })),
      accounts: { some: { providerId } },
      provisioned: { none: { providerId } },
    },
    orderBy: { createdAt: 'asc' },
    select: { id: true },
  })
  return found?.id ?? null
}

/**
 * Disables the account of a person who is no longer active, and enables it again when they are, if the provider disabled it. A
 * break-glass admin and the only admin stay, and the audit says so.
 * @param tell whether a refusal is new, so that it belongs into the audit.
 */
export async function followActive(
  tx: Transaction,
  ctx: ProvisioningContext,
  person: ProvisionedUser,
  tell = true,
): Promise<void> {
  // An unverified address is enough to end access, but not to give any.
  const userId =
    person.userId ?? (person.active ? null : await findByAddress(tx, ctx.provider.id, person, {}))
  if (userId === null) return
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } })
  if (person.active ? user.disabledByProviderId !== ctx.provider.id : user.disabledAt !== null) return
  const audit = (verb: 'disable' | 'enable', facts: Pick<AuditFacts, 'outcome' | 'details' | 'error'>) =>
    recordAudit(
      tx,
      { actor: providerActor(ctx.provider), now: ctx.now },
      {
        ...{ action: `user.${verb}`, objectType: 'user', objectId: userId, objectName: user.email },
        ...facts,
        details: { provider: ctx.provider.name, userName: person.userName, ...facts.details },
      },
    )
  if (person.active) {
    await tx.user.update({ where: { id: userId }, data: { disabledAt: null, disabledByProviderId: null } })
    return audit('enable', { outcome: 'succeeded' })
  }
  try {
    if (user.breakGlass)
      throw new ServiceError('conflict', `${user.email} is a break-glass admin.`, {
        hint: 'Disable the account under Users.',
      })
    const ended = await endUser(tx, user, ctx.now(), ctx.provider.id)
    await tx.provisionedUser.update({ where: { id: person.id }, data: { userId } })
    await audit('disable', { outcome: 'succeeded', details: { ...ended } })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (tell) await audit('disable', { outcome: 'failed', error: error.message })
  }
}
