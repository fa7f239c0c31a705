import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@frostline/db'
import { z } from 'zod'
import { type AccountRole, roleAllows } from '../../platform/base/actor.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { grantSelection } from '../access/read-access.ts'
import { grantView } from '../team/grant-schema.ts'
import { type GrantWithCluster, grantsWithCluster, viewGrant } from '../team/read-teams.ts'
import { roleSchema } from '../user/user-view.ts'

/** All tokens, including revoked ones, newest first. */
export async function listTokens(ctx: ServiceContext): Promise<TokenView[]> {
  await authorize(ctx, 'admin')
  const tokens = await ctx.db.apiToken.findMany({ select: tokenSelection, orderBy: { createdAt: 'desc' } })
  return tokens.map(toTokenView)
}

export const revokeTokenInput = z.object({ id: z.string().max(200) })

/**
 * The token is rejected from its next request on, and so is everything that it has created. Revoking twice keeps the
 * first time.
 */
export async function revokeToken(
  ctx: ServiceContext,
  input: z.input<typeof revokeTokenInput>,
): Promise<TokenView> {
  const about = { action: 'token.revoke', objectType: 'token', objectId: input.id }
  await authorize(ctx, 'admin', { ...about, objectName: input.id })
  const { id } = parseInput(revokeTokenInput, input)
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.apiToken.updateMany({
      where: { id, revokedAt: null },
      data: { revokedAt: ctx.now() },
    })
    const token = await tx.apiToken.findUnique({ where: { id }, select: tokenSelection })
    if (!token)
      throw new ServiceError('not_found', `There is no token ${id}.`, { hint: 'Reload the list of tokens.' })
    const revokedWithIt = await tx.$executeRaw`
      WITH RECURSIVE chain AS (
        SELECT "id" FROM "api_token" WHERE "parentId" = ${id}
        UNION
        SELECT t."id" FROM "api_token" t JOIN chain c ON t."parentId" = c."id"
      )
      UPDATE "api_token" SET "revokedAt" = ${ctx.now()}
      WHERE "revokedAt" IS NULL AND "id" IN (SELECT "id" FROM chain)`
    if (count + revokedWithIt > 0)
      await recordAudit(tx, ctx, {
        ...about,
        objectName: token.name,
        outcome: 'succeeded',
        details: { revokedWithIt },
      })
    return toTokenView(token)
  })
}

/** An API token as shown after its creation. */
export const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  /** The email address of the person behind it. */
  madeBy: z.string(),
  /** The first eight characters. */
  prefix: z.string(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  /** To the minute. */
  lastUsedAt: z.date().nullable(),
  /** The address of that use. */
  lastUsedAddress: z.string().nullable(),
  /** Addresses and CIDR ranges of callers. Empty: any. */
  allowedAddresses: z.array(z.string()),
  /** A use from another address, recorded at most once an hour. */
  refusedAt: z.date().nullable(),
  refusedAddress: z.string().nullable(),
  revokedAt: z.date().nullable(),
  grants: z
    .array(grantView)
    .describe('All that it may do. Empty: its role on everything that its maker may do.'),
})
export type TokenView = z.infer<typeof tokenView>

export const tokenSelection = {
  id: true,
  name: true,
  role: true,
  prefix: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  lastUsedAddress: true,
  allowedAddresses: true,
  refusedAt: true,
  refusedAddress: true,
  revokedAt: true,
  createdBy: { select: { email: true } },
  grants: grantsWithCluster,
} as const

export function toTokenView({
  createdBy,
  grants,
  ...token
}: Omit<TokenView, 'madeBy' | 'grants'> & {
  createdBy: { email: string }
  grants: GrantWithCluster[]
}): TokenView {
  return { ...token, madeBy: createdBy.email, grants: grants.map(viewGrant) }
}

/** The columns that determine whether a token works. */
export const judgedSelection = {
  id: true,
  name: true,
  role: true,
  revokedAt: true,
  expiresAt: true,
  lastUsedAt: true,
  allowedAddresses: true,
  grants: { select: grantSelection },
  createdBy: { select: { id: true, email: true, role: true, disabledAt: true } },
} as const

interface JudgedToken {
  role: Role
  revokedAt: Date | null
  expiresAt: Date | null
  grants: readonly object[]
  createdBy: { email: string; role: AccountRole; disabledAt: Date | null }
}

export type TokenVerdict = { works: true; role: AccountRole } | { works: false; reason: string }

/**
 * Whether a token works, and with which role on everything: never more than the person behind it has now. A token with grants has
 * none there.
 * @returns the reason as the end of "… is an API token that".
 */
export function judgeToken(
  { role, revokedAt, expiresAt, grants, createdBy }: JudgedToken,
  now: Date,
): TokenVerdict {
  if (revokedAt) return { works: false, reason: 'was revoked' }
  if (expiresAt && expiresAt <= now) return { works: false, reason: 'has expired' }
  if (createdBy.disabledAt)
    return { works: false, reason: `was created by ${createdBy.email}, who is disabled` }
  if (grants.length > 0) return { works: true, role: 'member' }
  return { works: true, role: roleAllows(createdBy.role, role) ? role : createdBy.role }
}

/** 32 random bytes cannot be guessed, so a plain SHA-256 is as good as a slow hash and can be looked up. */
export function generateToken(): string {
  return `fl_${randomBytes(32).toString('base64url')}`
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** What is shown of a token later: enough to recognise it, too little to use it. */
export function tokenPrefix(token: string): string {
  return token.slice(0, 8)
}
