import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeChannel, channelSecretPlace, describeTarget, nameTaken, refuseTarget } from './channels.ts'
import { type ChannelConfig, readChannelConfig } from './deliver/read-channel-config.ts'
import {
  type UpdateEmailChannelInput,
  type UpdateWebhookInput,
  updateEmailChannelInput,
  updateWebhookInput,
} from './schema.ts'

/**
 * What waits to be sent goes to the new address, signed with the new secret.
 * @throws ServiceError `invalid` for an address that alerts are never sent to, `conflict` for a name that is taken,
 * `not_found` when there is no such webhook.
 */
export async function updateWebhook(ctx: ServiceContext, given: UpdateWebhookInput): Promise<{ id: string }> {
  const { id, name, enabled, secret, url } = parseInput(updateWebhookInput, given)
  return update(ctx, id, { name, enabled, secret }, { type: 'webhook', config: { url } })
}

/**
 * @throws ServiceError `invalid` when the kept password would go to another server than it was given for,
 * `conflict` for a name that is taken, `not_found` when there is no such e-mail channel.
 */
export async function updateEmailChannel(
  ctx: ServiceContext,
  given: UpdateEmailChannelInput,
): Promise<{ id: string }> {
  const { id, name, enabled, password, ...config } = parseInput(updateEmailChannelInput, given)
  return update(ctx, id, { name, enabled, secret: password }, { type: 'email', config })
}

async function update(
  ctx: ServiceContext,
  id: string,
  { name, enabled, secret }: { name: string; enabled: boolean; secret: string },
  channel: ChannelConfig,
): Promise<{ id: string }> {
  try {
    await changeChannel(ctx, id, 'alert-channel.update', async (tx) => {
      const row = await tx.alertChannel.findUniqueOrThrow({ where: { id } })
      if (row.type !== channel.type)
        throw new ServiceError('not_found', `Channel ${row.name} is not a ${channel.type} channel.`, {
          hint: 'Refresh the list.',
        })
      const before = readChannelConfig(row)
      refuseTarget(channel)
      // Without a user the server is given no password.
      const dropsSecret = channel.type === 'email' && channel.config.username === ''
      if (secret === '' && row.sealedSecret !== null && !dropsSecret) refuseOtherServer(before, channel)
      const sealedSecret =
        secret === '' ? undefined : ctx.clusters.secrets.seal(channelSecretPlace(id), secret)
      await tx.alertChannel.update({
        where: { id },
        data: {
          name,
          enabled,
          config: channel.config,
          ...(dropsSecret ? { sealedSecret: null } : sealedSecret ? { sealedSecret } : {}),
        },
      })
      return {
        type: channel.type,
        ...(row.name === name ? {} : { name }),
        enabled,
        target: describeTarget(channel),
        targetBefore: describeTarget(before),
        secret: dropsSecret ? 'none' : secret === '' ? 'kept' : 'replaced',
      }
    })
    return { id }
  } catch (error) {
    throw nameTaken(error, name)
  }
}

/** Whoever may change the address must not thereby have a password, which no view shows, sent to a place of theirs. */
function refuseOtherServer(before: ChannelConfig, after: ChannelConfig): void {
  if (before.type !== 'email' || after.type !== 'email') return
  const [known, other] = [before, after].map(({ config: { host, port } }) => `${host}:${port}`)
  if (known === other) return
  throw new ServiceError('invalid', `The stored password belongs to ${known}. It is not sent to ${other}.`, {
    hint: 'Enter the password for the new server, or leave the user empty.',
  })
}
