import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { ChainedEntry } from '@frostline/domain'
import { checkedLookup } from '../../../platform/net/checked-lookup.ts'
import {
  type AddressExemption,
  loopbackExempt,
  nothingExempt,
} from '../../../platform/net/explain-address.ts'
import { composeDatagram, composeSyslog, composeTestMessage, frameSyslog } from './compose-syslog.ts'
import type { DestinationSettings } from './schema.ts'
import type { ShipOptions, ShipOutcome } from './ship-outcome.ts'

type Syslog = Extract<DestinationSettings, { type: 'syslog' }>

export function sendSyslog(
  settings: Syslog,
  entries: readonly ChainedEntry[],
  options: ShipOptions,
): Promise<ShipOutcome> {
  const compose = settings.transport === 'udp' ? composeDatagram : composeSyslog
  return deliver(
    settings,
    entries.map((entry) => compose(entry, hostname())),
    options,
  )
}

export function testSyslog(settings: Syslog, now: Date, options: ShipOptions): Promise<ShipOutcome> {
  return deliver(settings, [composeTestMessage(now, hostname())], options)
}

async function deliver(
  settings: Syslog,
  messages: readonly string[],
  { allowLoopback, timeoutMs }: ShipOptions,
): Promise<ShipOutcome> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const reached = await resolve(settings.host, allowLoopback ? loopbackExempt : nothingExempt)
    if (settings.transport === 'udp') await sendDatagrams(reached, settings.port, messages)
    else await sendStream(open(settings, reached.address), messages, signal)
    return { kind: 'sent' }
  } catch (error) {
    if (signal.aborted)
      return {
        kind: 'failed',
        text: `${settings.host} did not take all messages and close the connection within ${timeoutMs / 1000} s.`,
      }
    return { kind: 'failed', text: error instanceof Error ? error.message : String(error) }
  }
}

function open(settings: Syslog, address: string): Socket {
  if (settings.transport === 'tcp') return connectTcp({ host: address, port: settings.port })
  const { host, port, ca } = settings
  const named = isIP(host) === 0 ? { servername: host } : {}
  return connectTls({ host: address, port, ...named, ...(ca === '' ? {} : { ca }) })
}

/**
 * Syslog has no acknowledgement. After the last message our side of the connection is closed, and the receiver closes
 * its own when it has read everything: only that counts as received.
 */
async function sendStream(socket: Socket, messages: readonly string[], signal: AbortSignal): Promise<void> {
  try {
    let sentAll = false
    const closed = once(socket, 'end', { signal }).then(() => {
      if (!sentAll) throw new Error('The receiver closed the connection before the last message.')
    })
    // Awaited below; a failure before that must not be unhandled.
    closed.catch(() => undefined)
    socket.resume()
    for (const message of messages)
      if (!socket.write(frameSyslog(message))) await Promise.race([once(socket, 'drain', { signal }), closed])
    sentAll = true
    socket.end()
    await closed
  } finally {
    socket.destroy()
  }
}

async function sendDatagrams(
  { address, family }: Reached,
  port: number,
  messages: readonly string[],
): Promise<void> {
  const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
  try {
    for (const message of messages)
      await new Promise<void>((done, fail) =>
        socket.send(message, port, address, (error) => (error ? fail(error) : done())),
      )
  } finally {
    socket.close()
  }
}

interface Reached {
  address: string
  family: number
}

/** The address that was checked is the one that is connected to. */
function resolve(host: string, exempt: AddressExemption): Promise<Reached> {
  return new Promise((done, fail) =>
    checkedLookup(exempt)(host, { all: false }, (error, address, family) =>
      error ? fail(error) : done({ address: address as string, family: family ?? 4 }),
    ),
  )
}
