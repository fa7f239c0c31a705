import type { Database, Prisma, SignInProvider, Transaction } from '@frostline/db'
import type { z } from 'zod'
import { authorize, authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { isUniqueViolation } from '../../platform/base/unique-violation.ts'
import { exemptOf } from '../../platform/cluster/node-address.ts'
import { keepAProvider } from './keep-a-way-in.ts'
import { providerSecretPlace, readRoleRules } from './provider-row.ts'
import { readDiscovery } from './read-discovery.ts'
import {
  checkProviderInput,
  createProviderInput,
  type ProviderView,
  type providerCheck,
  providerRef,
  updateProviderInput,
} from './schema.ts'

export async function listSignInProviders(ctx: ServiceContext): Promise<ProviderView[]> {
  await authorize(ctx, 'admin')
  const rows = await ctx.db.signInProvider.findMany({
    orderBy: { name: 'asc' },
    include: { provisioning: { include: { _count: { select: { people: true, groups: true } } } } },
  })
  const inactive = await countPeople(ctx.db, { active: false })
  const linked = await countPeople(ctx.db, { userId: { not: null } })
  const counted = await ctx.db.account.groupBy({ by: ['providerId'], _count: true })
  const accounts = new Map(counted.map(({ providerId, _count }) => [providerId, _count]))
  return rows.map(({ sealedSecret, roleRules, provisioning, ...row }) => ({
    ...row,
    hasSecret: sealedSecret !== null,
    roleRules: readRoleRules(roleRules),
    accounts: accounts.get(row.id) ?? 0,
    provisioning: provisioning && {
      tokenPrefix: provisioning.tokenPrefix,
      tokenSetAt: provisioning.tokenSetAt,
      lastUsedAt: provisioning.lastUsedAt,
      ...provisioning._count,
      inactive: inactive.get(row.id) ?? 0,
      linked: linked.get(row.id) ?? 0,
    },
  }))
}

async function countPeople(
  db: Database,
  where: Prisma.ProvisionedUserWhereInput,
): Promise<Map<string, number>> {
  const counted = await db.provisionedUser.groupBy({ by: ['providerId'], where, _count: true })
  return new Map(counted.map(({ providerId, _count }) => [providerId, _count]))
}

/** Reads what an issuer publishes, without storing anything. */
export async function checkSignInProvider(
  ctx: ServiceContext,
  given: z.input<typeof checkProviderInput>,
): Promise<z.infer<typeof providerCheck>> {
  const { issuer, hasSecret } = await authorizeInput(ctx, 'admin', checkProviderInput, given)
  const read = await readDiscovery(issuer, hasSecret, exemptOf(ctx))
  await recordAudit(ctx.db, ctx, {
    action: 'sign-in-provider.check',
    objectType: 'sign-in-provider',
    objectName: issuer,
    outcome: read.ok ? 'succeeded' : 'failed',
    error: read.ok ? undefined : read.fault,
  })
  if (!read.ok)
    return { ok: false, fault: read.fault, hint: read.hint, announcesPkce: false, signsOut: false }
  const { announcesPkce, endSessionEndpoint } = read.discovery
  return { ok: true, fault: null, hint: null, announcesPkce, signsOut: endSessionEndpoint !== null }
}

/** @throws ServiceError `refused` when the discovery fails, `conflict` for an ID, name or issuer that is taken. */
export async function createSignInProvider(
  ctx: ServiceContext,
  given: z.input<typeof createProviderInput>,
): Promise<{ id: string }> {
  const about = { action: 'sign-in-provider.create', objectType: 'sign-in-provider', objectName: given.name }
  await authorize(ctx, 'admin', about)
  const { clientSecret, ...provider } = parseInput(createProviderInput, given)
  await refuseFaultyDiscovery(ctx, provider.issuer, clientSecret !== '')
  const { id } = provider
  try {
    await ctx.db.$transaction(async (tx) => {
      await tx.signInProvider.create({
        data: {
          ...provider,
          sealedSecret: clientSecret === '' ? null : seal(ctx, id, clientSecret),
          createdBy: ctx.actor.name,
          createdAt: ctx.now(),
        },
      })
      await recordAudit(tx, ctx, {
        ...about,
        objectId: id,
        objectName: provider.name,
        outcome: 'succeeded',
        details: { ...describe(provider), secret: clientSecret === '' ? 'none' : 'set' },
      })
    })
  } catch (error) {
    throw taken(error)
  }
  return { id }
}

/** Takes effect at the next sign-in. Sessions go on. */
export async function updateSignInProvider(
  ctx: ServiceContext,
  given: z.input<typeof updateProviderInput>,
): Promise<{ id: string }> {
  const about = {
    ...{ action: 'sign-in-provider.update', objectType: 'sign-in-provider' },
    ...{ objectId: given.id, objectName: given.name },
  }
  await authorize(ctx, 'admin', about)
  const { id, clientSecret, ...provider } = parseInput(updateProviderInput, given)
  const known = await findProvider(ctx.db, id)
  const hasSecret = clientSecret === null ? known.sealedSecret !== null : clientSecret !== ''
  if (provider.enabled) await refuseFaultyDiscovery(ctx, known.issuer, hasSecret)
  const sealed =
    clientSecret === null ? {} : { sealedSecret: clientSecret === '' ? null : seal(ctx, id, clientSecret) }
  try {
    await ctx.db.$transaction(async (tx) => {
      if (!provider.enabled) await keepAProvider(tx, id)
      const before = await findProvider(tx, id)
      await tx.signInProvider.update({ where: { id }, data: { ...provider, ...sealed } })
      await recordAudit(tx, ctx, {
        ...about,
        objectName: provider.name,
        outcome: 'succeeded',
        details: {
          ...describe({ ...provider, issuer: before.issuer }),
          rulesBefore: readRoleRules(before.roleRules).map(({ group, role }) => `${group}: ${role}`),
          secret: clientSecret === null ? 'kept' : clientSecret === '' ? 'removed' : 'replaced',
        },
      })
    })
  } catch (error) {
    throw taken(error)
  }
  return { id }
}

/** Removes it with the links of its people. Their accounts stay, without a way to sign in unless they have another. */
export async function removeSignInProvider(
  ctx: ServiceContext,
  given: z.input<typeof providerRef>,
): Promise<{ id: string }> {
  const about = { action: 'sign-in-provider.remove', objectType: 'sign-in-provider', objectId: given.id }
  await authorize(ctx, 'admin', { ...about, objectName: given.id })
  const { id } = parseInput(providerRef, given)
  await ctx.db.$transaction(async (tx) => {
    await keepAProvider(tx, id)
    const { name, issuer } = await findProvider(tx, id)
    const { count: unlinked } = await tx.account.deleteMany({ where: { providerId: id } })
    const { count: endedSessions } = await tx.session.deleteMany({ where: { provider: id } })
    await tx.signInProvider.delete({ where: { id } })
    await recordAudit(tx, ctx, {
      ...about,
      objectName: name,
      outcome: 'succeeded',
      details: { issuer, unlinked, endedSessions },
    })
  })
  return { id }
}

async function findProvider(tx: Transaction, id: string): Promise<SignInProvider> {
  const row = await tx.signInProvider.findUnique({ where: { id } })
  if (row) return row
  throw new ServiceError('not_found', `There is no sign-in provider ${id}.`, { hint: 'Refresh the list.' })
}

async function refuseFaultyDiscovery(ctx: ServiceContext, issuer: string, hasSecret: boolean): Promise<void> {
  const read = await readDiscovery(issuer, hasSecret, exemptOf(ctx))
  if (!read.ok) throw new ServiceError('refused', read.fault, { hint: read.hint })
}

function seal(ctx: ServiceContext, id: string, secret: string): Uint8Array<ArrayBuffer> {
  return ctx.clusters.secrets.seal(providerSecretPlace(id), secret)
}

function describe(
  provider: Omit<z.output<typeof createProviderInput>, 'id' | 'clientSecret'>,
): Record<string, string | boolean | string[] | null> {
  const { issuer, clientId, scopes, groupsClaim, roleRules, defaultRole, linkByEmail, enabled } = provider
  const rules = roleRules.map(({ group, role }) => `${group}: ${role}`)
  return { issuer, clientId, scopes, groupsClaim, rules, defaultRole, linkByEmail, enabled }
}

function taken(error: unknown): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', 'Another provider has this ID, name or issuer.', {
    hint: 'Change that provider, or choose another ID and name.',
  })
}
