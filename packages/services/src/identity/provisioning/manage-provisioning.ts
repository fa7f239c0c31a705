import { randomBytes } from 'node:crypto'
import type { SignInProvider, Transaction } from '@frostline/db'
import { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { providerRef } from '../sign-in-provider/schema.ts'
import { hashToken } from '../token/manage-tokens.ts'

/** The token is shown once: only its hash is kept. */
export const provisioningToken = z.object({ id: z.string(), token: z.string() })

/** @throws ServiceError `conflict` when it is on already. */
export function turnOnProvisioning(
  ctx: ServiceContext,
  given: z.input<typeof providerRef>,
): Promise<z.infer<typeof provisioningToken>> {
  return changeProvisioning(ctx, 'turn-on-provisioning', given, async (tx, { id, name }) => {
    const token = newToken()
    const { count } = await tx.provisioning.createMany({
      data: [
        {
          providerId: id,
          ...token.kept,
          createdBy: ctx.actor.name,
          createdAt: ctx.now(),
          tokenSetAt: ctx.now(),
        },
      ],
      skipDuplicates: true,
    })
    if (count === 0)
      throw new ServiceError('conflict', `Provisioning by ${name} is on already.`, {
        hint: 'Replace its token if you have lost it.',
      })
    return { answer: { id, token: token.secret }, details: { prefix: token.kept.tokenPrefix } }
  })
}

/** The former token ends at once. */
export function replaceProvisioningToken(
  ctx: ServiceContext,
  given: z.input<typeof providerRef>,
): Promise<z.infer<typeof provisioningToken>> {
  return changeProvisioning(ctx, 'replace-provisioning-token', given, async (tx, provider) => {
    const { id } = provider
    const token = newToken()
    const { count } = await tx.provisioning.updateMany({
      where: { providerId: id },
      data: { ...token.kept, tokenSetAt: ctx.now() },
    })
    if (count === 0) throw isOff(provider)
    return { answer: { id, token: token.secret }, details: { prefix: token.kept.tokenPrefix } }
  })
}

/** Forgets the people and groups that the provider has sent. Their accounts stay as they are, also the disabled ones. */
export function turnOffProvisioning(
  ctx: ServiceContext,
  given: z.input<typeof providerRef>,
): Promise<{ id: string }> {
  return changeProvisioning(ctx, 'turn-off-provisioning', given, async (tx, provider) => {
    const { id } = provider
    const where = { providerId: id }
    const [people, groups] = [
      await tx.provisionedUser.count({ where }),
      await tx.provisionedGroup.count({ where }),
    ]
    const { count } = await tx.provisioning.deleteMany({ where })
    if (count === 0) throw isOff(provider)
    return { answer: { id }, details: { people, groups } }
  })
}

function changeProvisioning<Answer>(
  ctx: ServiceContext,
  verb: string,
  given: z.input<typeof providerRef>,
  change: (
    tx: Transaction,
    provider: SignInProvider,
  ) => Promise<{ answer: Answer; details: Record<string, string | number> }>,
): Promise<Answer> {
  const about = { action: `sign-in-provider.${verb}`, objectType: 'sign-in-provider', objectId: given.id }
  return authorize(ctx, 'admin', { ...about, objectName: given.id }).then(() =>
    ctx.db.$transaction(async (tx) => {
      const { id } = parseInput(providerRef, given)
      const provider = await tx.signInProvider.findUnique({ where: { id } })
      if (!provider)
        throw new ServiceError('not_found', `There is no sign-in provider ${id}.`, {
          hint: 'Refresh the list.',
        })
      const { answer, details } = await change(tx, provider)
      await recordAudit(tx, ctx, { ...about, objectName: provider.name, outcome: 'succeeded', details })
      return answer
    }),
  )
}

function isOff({ name }: SignInProvider): ServiceError {
  return new ServiceError('conflict', `Provisioning by ${name} is off.`, { hint: 'Turn it on first.' })
}

function newToken() {
  const secret = `flscim_${randomBytes(32).toString('base64url')}`
  return { secret, kept: { tokenHash: hashToken(secret), tokenPrefix: secret.slice(0, 12) } }
}
