import { lookup } from 'node:dns/promises'
import { createTransport } from 'nodemailer'
import type { z } from 'zod'
import { explainAddress, loopbackExempt, nothingExempt } from '../../net/explain-address.ts'
import type { emailConfig } from '../schema.ts'
import { type AlertMessage, messageText } from './alert-message.ts'
import type { SendOptions, SendOutcome } from './send-outcome.ts'

/** Sends the message by SMTP. The Message-ID is made of the delivery, so that a repetition after a crash is known. */
export async function sendEmail(
  config: z.infer<typeof emailConfig>,
  password: string,
  message: AlertMessage,
  options: SendOptions,
): Promise<SendOutcome> {
  try {
    const { address } = await lookup(config.host)
    const fault = explainAddress(address, options.allowLoopback ? loopbackExempt : nothingExempt)
    if (fault) return { kind: 'refused', answer: `${config.host}: ${fault}` }
    const transport = createTransport({
      host: address,
      port: config.port,
      secure: config.tls === 'implicit',
      requireTLS: config.tls === 'starttls',
      ignoreTLS: config.tls === 'none',
      tls: { servername: config.host },
      ...(config.username === '' ? {} : { auth: { user: config.username, pass: password } }),
      connectionTimeout: options.timeoutMs,
      greetingTimeout: options.timeoutMs,
      socketTimeout: options.timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { subject, body } = messageText(message)
    const sent = await transport.sendMail({
      from: config.from,
      to: config.to,
      subject,
      text: body,
      messageId: `<${message.deliveryId}@frostline>`,
      headers: { 'X-Frostline-Delivery': message.deliveryId },
    })
    return { kind: 'sent', answer: sent.response }
  } catch (error) {
    return { kind: 'failed', answer: error instanceof Error ? error.message : String(error) }
  }
}
