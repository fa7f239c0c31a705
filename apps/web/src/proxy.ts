import { type NextRequest, NextResponse } from 'next/server'
import { documentAddressHeader } from './navigation/document-address.ts'
import { renderContentSecurityPolicy } from './security/content-security-policy.ts'

/**
 * For pages only: gives each request a policy with its own nonce, and redirects users without a session cookie to the
 * sign-in page. The cookie is not validated here; every procedure of the API does that.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID())
  const policy = renderContentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  const { pathname, search } = request.nextUrl
  if (pathname !== '/sign-in' && !hasSessionCookie(request)) {
    const target = request.nextUrl.clone()
    target.pathname = '/sign-in'
    target.search = pathname === '/' ? '' : `?${new URLSearchParams({ next: pathname + search })}`
    return withPolicy(NextResponse.redirect(target), policy)
  }
  const headers = new Headers(request.headers)
  // Next reads the nonce for its own scripts from this request header.
  headers.set('content-security-policy', policy)
  headers.set(documentAddressHeader, pathname + search)
  return withPolicy(NextResponse.next({ request: { headers } }), policy)
}

function withPolicy(response: NextResponse, policy: string): NextResponse {
  response.headers.set('content-security-policy', policy)
  return response
}

/** better-auth names it `<prefix>.session_token`, over HTTPS prefixed with `__Secure-`. */
function hasSessionCookie(request: NextRequest): boolean {
  return request.cookies.getAll().some(({ name }) => name.endsWith('.session_token'))
}

export const config = {
  matcher: ['/((?!api/|_next/static|_next/image|icon.svg|favicon.ico).*)'],
}
