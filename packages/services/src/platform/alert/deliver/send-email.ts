import { lookup } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import { explainAddress, loopbackExempt, nothingExempt } from '../../net/explain-address.ts'
import type { ChannelSettings } from '../channel-schema.ts'
import { type AlertMessage, messageFacts, messageText } from './alert-message.ts'
import type { SendOptions, SendOutcome } from './send-outcome.ts'

/**
 * Sends the message by SMTP. The Message-ID is derived from the delivery, so that a repetition after a crash can be
 * recognized.
 */
export async function sendEmail(
  settings: Extract<ChannelSettings, { type: 'email' }>,
  password: string,
  message: AlertMessage,
  options: SendOptions,
): Promise<SendOutcome> {
  const { address } = await lookup(settings.host)
  const fault = explainAddress(address, options.allowLoopback ? loopbackExempt : nothingExempt)
  if (fault) return { kind: 'refused', answer: `${settings.host}: ${fault}` }
  const transport = createTransport({
    host: address,
    port: settings.port,
    secure: settings.tls === 'implicit',
    requireTLS: settings.tls === 'starttls',
    ignoreTLS: settings.tls === 'none',
    tls: { servername: settings.host },
    ...(settings.username === '' ? {} : { auth: { user: settings.username, pass: password } }),
    connectionTimeout: options.timeoutMs,
    greetingTimeout: options.timeoutMs,
    socketTimeout: options.timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sent = await transport.sendMail({
    from: settings.from,
    to: settings.to,
    subject: messageText(message).subject,
    text: writeBody(message),
    messageId: `<${message.deliveryId}@frostline>`,
    headers: { 'X-Frostline-Delivery': message.deliveryId },
  })
  return { kind: 'sent', answer: sent.response }
}

function writeBody(message: AlertMessage): string {
  const { alert } = message
  return [
    messageText(message).text,
    ...(alert ? [''] : []),
    ...messageFacts(message).map(({ name, value }) => `${name}: ${value}`),
    ...(alert ? [`In the console: ${alert.url ?? alert.path}`] : []),
  ].join('\n')
}
