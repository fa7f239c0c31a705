import { checkGrants, errorRuleOf, type NodeClient, QueryFailedError } from '@frostline/clickhouse'
import type { Connection } from '../cluster-input.ts'
import type { NodeGate } from '../node-address.ts'
import { attemptCheck, explainThrown } from './attempt-check.ts'
import { type ConnectionCheck, makeCheck } from './connection-report.ts'
import { judgeGrants } from './judge-answers.ts'
import { judgeTls } from './judge-tls.ts'
import { probeAddress } from './probe-address.ts'

const accessDenied = 497

/**
 * The grant that ACCESS_DENIED names, as a hint, and only where it reads like one: nothing else of what an untrusted
 * address answered is shown.
 */
export function findMissingGrant({ code, message }: { code: number; message: string }): string | undefined {
  if (code !== accessDenied) return undefined
  const form = /necessary to have the grant ([A-Z ]{2,60}(?:\([\w, ]{1,200}\))? ON [\w.*`]{1,200})(?:[.\s]|$)/
  const grant = form.exec(message)?.[1]
  return grant === undefined ? undefined : `The user needs the grant ${grant.replace(/\.$/, '')}.`
}

const probeTimeoutMs = 5_000

/** At which point the connection to the node failed, as checks. */
export async function explainNoAnswer(
  connection: Connection,
  url: string,
  { client, gate }: { client: NodeClient; gate: NodeGate },
  thrown: unknown,
): Promise<ConnectionCheck[]> {
  const refusal = refusalOf(thrown)
  if (refusal) {
    const reached = makeCheck('reachable', 'passed', 'The address answers.')
    return [reached, judgeTls(connection, url), ...(await explainRefusal(connection, client, refusal))]
  }
  const probe = await probeAddress(url, { ...connection, timeoutMs: probeTimeoutMs, lookup: gate.lookup })
  if (probe.state === 'closed') {
    return [
      makeCheck('reachable', 'failed', `${url} cannot be reached: ${probe.reason}.`, {
        hint: 'Check host, port and firewall. The HTTP interface is usually on 8123, or 8443 with TLS.',
      }),
    ]
  }
  if (probe.state === 'tls_failed') {
    return [
      makeCheck('reachable', 'passed', 'The port is open.'),
      makeCheck('tls', 'failed', `The TLS handshake with ${url} failed: ${probe.reason}.`, {
        hint: 'Enter the certificate authority, correct the host name, or use http if the port has no TLS.',
      }),
    ]
  }
  return [
    makeCheck(
      'reachable',
      'failed',
      `${url} is open but is not a ClickHouse HTTP interface: ${explainThrown(thrown)}.`,
      {
        hint: 'Use the port of the HTTP interface (8123, or 8443 with TLS), not the port of the native protocol.',
      },
    ),
  ]
}

type Refusal = { code: number; message: string }

function refusalOf(thrown: unknown): Refusal | undefined {
  if (thrown instanceof QueryFailedError && thrown.failure.kind === 'refused') return thrown.failure.error
  return undefined
}

async function explainRefusal(
  connection: Connection,
  client: NodeClient,
  refusal: Refusal,
): Promise<ConnectionCheck[]> {
  const rule = errorRuleOf(refusal.code)
  if (rule.class === 'auth') {
    return [
      makeCheck(
        'authenticated',
        'failed',
        `The server rejects the user ${connection.username}: ${rule.meaning}`,
        {
          hint: 'Check the user, the password and the hosts from which this user may connect.',
        },
      ),
    ]
  }
  const signedIn = makeCheck('authenticated', 'passed', `Signed in as ${connection.username}.`)
  const grants = await attemptCheck('grants', async () => judgeGrants(await checkGrants(client)))
  const failed =
    grants?.status === 'failed'
      ? grants
      : makeCheck(
          'grants',
          'failed',
          `The server rejected the query for its version (code ${refusal.code}). ${rule.meaning}`,
          {
            hint: findMissingGrant(refusal) ?? 'See the server log for the reason.',
          },
        )
  return [signedIn, failed]
}
