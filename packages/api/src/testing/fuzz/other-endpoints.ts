import type { Draw } from './draw.ts'
import type { RawRequest } from './encode.ts'
import { hostileText, hostileValue } from './hostile.ts'
import type { Facts } from './usual-input.ts'
import { toWire } from './wire.ts'

interface OtherDoor {
  at: string
  door: 'trpc' | 'rest'
  make(facts: Facts, draw: Draw): RawRequest
}

const encoded = (draw: Draw) => {
  const text = draw.pick([hostileText(draw), '%ZZ', '%00', '%', '%c0%ae', '%ed%a0%80', '..%2f..', '%2e%2e'])
  return /^[%.]/.test(text)
    ? text
    : encodeURIComponent(text.slice(0, 2_000).replaceAll(/[\ud800-\udfff]/g, ''))
}

const downloads = ['proofs', 'reports', 'load-files', 'removal-objects', 'costs', 'activity'].map(
  (door): OtherDoor => ({
    at: `/api/${door}`,
    door: 'trpc',
    make: (_, draw) => ({ method: 'GET', path: `/api/${door}/${encoded(draw)}`, headers: {} }),
  }),
)

const authPaths = [
  'sign-in/email',
  'sign-out',
  'change-password',
  'sign-in/social',
  'two-factor/enable',
  'two-factor/verify-totp',
  'passkey/verify-authentication',
] as const

/** These sign nobody in, and no session ends: the cookie is left out. */
const authDoors = authPaths.map(
  (path): OtherDoor => ({
    at: `/api/auth/${path}`,
    door: 'rest',
    make: (_, draw) => ({
      method: 'POST',
      path: `/api/auth/${path}`,
      headers: { 'content-type': draw.pick(['application/json', 'application/json', 'text/plain']) },
      body: draw.chance(0.2)
        ? draw.pick(['', '{', 'null', '[]', '"x"'])
        : toWire({
            email: draw.pick([hostileText(draw), `${hostileText(draw)}@example.invalid`]),
            password: draw.chance(0.5) ? hostileText(draw) : hostileValue(draw),
            newPassword: hostileValue(draw),
            currentPassword: hostileText(draw),
            callbackURL: draw.pick(['/', 'http://host.invalid', hostileText(draw)]),
          }).json,
    }),
  }),
)

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'] as const

/** Addresses that do not exist, on all endpoints and pages. */
const nowhere: OtherDoor = {
  at: 'unknown addresses',
  door: 'rest',
  make: (_, draw) => {
    const root = draw.pick([
      '/api/trpc/',
      '/api/v1/',
      '/api/auth/',
      '/api/',
      '/clusters/',
      '/',
      '/sources/',
      '/admin/',
    ])
    const path = `${root}${encoded(draw)}${draw.chance(0.3) ? `?${encoded(draw)}` : ''}`
    return { method: draw.pick(methods), path, headers: {} }
  },
}

/** Calls of an assistant. */
const mcp: OtherDoor = {
  at: '/api/mcp',
  door: 'rest',
  make: (_, draw) => ({
    method: 'POST',
    path: '/api/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: draw.chance(0.1)
      ? draw.pick(['', '{', 'null', '[]', '"x"'])
      : toWire({
          jsonrpc: draw.chance(0.9) ? '2.0' : hostileText(draw),
          id: draw.chance(0.9) ? 1 : hostileValue(draw),
          method: draw.chance(0.8)
            ? 'tools/call'
            : draw.pick(['initialize', 'tools/list', hostileText(draw)]),
          params: {
            name: draw.pick([
              'list_tables',
              'get_table',
              'preview_ttl',
              'list_audit_entries',
              hostileText(draw),
            ]),
            arguments: draw.chance(0.1)
              ? hostileValue(draw)
              : {
                  cluster: hostileText(draw),
                  database: hostileText(draw),
                  table: hostileValue(draw),
                  ttl: hostileText(draw),
                },
          },
        }).json,
  }),
}

/** Everything that is no procedure: downloads, sign-in, assistants, and addresses that do not exist. */
export const otherEndpoints: readonly OtherDoor[] = [
  ...downloads,
  ...authDoors,
  mcp,
  nowhere,
  nowhere,
  nowhere,
]
