import type { Transaction } from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { storeGrants } from '../team/change-teams.ts'
import { grantList, resolveGrants } from '../team/grant-schema.ts'
import { roleSchema } from '../user/user-view.ts'
import { allowedAddressesSchema, areWithin } from './allowed-addresses.ts'
import {
  generateToken,
  hashToken,
  tokenPrefix,
  tokenSelection,
  tokenView,
  toTokenView,
} from './manage-tokens.ts'

/** A year, also a leap year and a day of another time zone. */
const longestTokenDays = 367

export const createTokenInput = z.object({
  name: z.string().trim().min(1).max(100),
  role: roleSchema,
  expiresAt: z.date().describe(`At most ${longestTokenDays} days from now.`),
  allowedAddresses: allowedAddressesSchema
    .default([])
    .describe('Addresses and CIDR ranges of callers. Empty: any.'),
  grants: grantList
    .default([])
    .describe(
      'Limits it to these tables and sources, with at most `role`. Empty: all that its maker may do.',
    ),
})

const dayMs = 86_400_000

/** `secret` is shown only this once: only its hash is stored. */
export const createdToken = z.object({ token: tokenView, secret: z.string() })

/**
 * A token always belongs to a person; one created by a token belongs to the person behind that. It ends with both, and
 * never outlives the token that created it.
 */
export async function createToken(
  ctx: ServiceContext,
  input: z.input<typeof createTokenInput>,
): Promise<z.infer<typeof createdToken>> {
  const about = { action: 'token.create', objectType: 'token', objectName: input.name }
  await authorize(ctx, 'admin', about)
  const { name, role, expiresAt, allowedAddresses, grants } = parseInput(createTokenInput, input)
  refuseExpiry(expiresAt, ctx.now())
  const secret = generateToken()
  const token = await ctx.db.$transaction(async (tx) => {
    const maker = await findMaker(tx, ctx)
    if (maker.expiresAt && expiresAt > maker.expiresAt)
      throw new ServiceError('invalid', 'The token would expire after the token that creates it.', {
        hint: `Choose a date before ${maker.expiresAt.toISOString()}, or create it in the console.`,
      })
    const addresses = allowedAddresses.length === 0 ? maker.allowedAddresses : allowedAddresses
    if (!areWithin(addresses, maker.allowedAddresses))
      throw new ServiceError('invalid', 'The token that creates it does not allow all of these addresses.', {
        hint: `Choose some of ${maker.allowedAddresses.join(', ')}, or create it in the console.`,
      })
    const { id } = await tx.apiToken.create({
      select: { id: true },
      data: {
        name,
        role,
        prefix: tokenPrefix(secret),
        tokenHash: hashToken(secret),
        createdById: maker.personId,
        parentId: maker.tokenId,
        createdAt: ctx.now(),
        expiresAt,
        allowedAddresses: addresses,
      },
    })
    const limits = await storeGrants(tx, { tokenId: id }, await resolveGrants(tx, grants))
    const created = await tx.apiToken.findUniqueOrThrow({ where: { id }, select: tokenSelection })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: created.id,
      objectName: name,
      outcome: 'succeeded',
      details: {
        role,
        prefix: created.prefix,
        expiresAt: expiresAt.toISOString(),
        allowedAddresses: addresses,
        ...(limits.length === 0 ? {} : { grants: limits }),
      },
    })
    return created
  })
  return { token: toTokenView(token), secret }
}

/** @throws ServiceError `invalid` */
function refuseExpiry(expiresAt: Date, now: Date): void {
  if (expiresAt <= now)
    throw new ServiceError('invalid', 'The expiry date is in the past.', { hint: 'Choose a later date.' })
  if (expiresAt.getTime() > now.getTime() + longestTokenDays * dayMs)
    throw new ServiceError('invalid', `The token would be valid for more than ${longestTokenDays} days.`, {
      hint: 'Choose an earlier date, and create a new token before it expires.',
    })
}

interface Maker {
  personId: string
  tokenId: string | null
  expiresAt: Date | null
  allowedAddresses: string[]
}

/** The token's row is locked until the end, so that its revocation includes what it has created. */
async function findMaker(tx: Transaction, ctx: ServiceContext): Promise<Maker> {
  const personId = await findPerson(tx, ctx.actor)
  if (personId === null)
    throw new ServiceError('invalid', 'A token must belong to a user.', { hint: 'Create it in the console.' })
  if (ctx.actor.type !== 'token') return { personId, tokenId: null, expiresAt: null, allowedAddresses: [] }
  const [held] = await tx.$queryRaw<
    { expiresAt: Date | null; revokedAt: Date | null; allowedAddresses: string[] }[]
  >`
    SELECT "expiresAt", "revokedAt", "allowedAddresses" FROM "api_token" WHERE "id" = ${ctx.actor.id} FOR SHARE`
  if (!held || held.revokedAt) {
    throw new ServiceError('unauthenticated', 'The API token was revoked.', { hint: 'Send a valid token.' })
  }
  const { expiresAt, allowedAddresses } = held
  return { personId, tokenId: ctx.actor.id, expiresAt, allowedAddresses }
}
