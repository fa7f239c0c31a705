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
 * Pending deliveries go to the new address, signed with the new secret.
 * @throws ServiceError `invalid` for a forbidden address, `conflict` for a name that is taken, `not_found` when there
 * is no such webhook.
 */
export async function updateWebhook(ctx: ServiceContext, given: UpdateWebhookInput): Promise<{ id: string }> {
  const { id, name, enabled, secret, url } = parseInput(updateWebhookInput, given)
  return update(ctx, id, { name, enabled, secret }, { type: 'webhook', config: { url } })
}

/**
 * @throws ServiceError `invalid` when the stored password would be sent to another server, `conflict` for a name that
 * is taken, `not_found` when there is no such e-mail channel.
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
      // Without a user no password is sent to the server.
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

/** Changing the address must not reveal the password, which no view shows, by sending it to another server. */
function refuseOtherServer(before: ChannelConfig, after: ChannelConfig): void {
  if (before.type !== 'email' || after.type !== 'email') return
  const [known, other] = [before, after].map(({ config: { host, port } }) => `${host}:${port}`)
  if (known === other) return
  throw new ServiceError('invalid', `The stored password belongs to ${known}. It is not sent to ${other}.`, {
    hint: 'Enter the password for the new server, or leave the user empty.',
  })
}
