/**
 * Why a change by cookie is not accepted as coming from our own page; undefined when it is. In addition to the SameSite
 * cookie: a foreign page can send neither this content type (without a preflight, which is never answered) nor our
 * Origin.
 */
export function explainForgery(headers: Headers, trustedOrigins: readonly string[]): string | undefined {
  const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') return 'Changes require the content type application/json.'
  const origin = headers.get('origin')
  if (origin !== null) {
    return trustedOrigins.includes(origin) ? undefined : `The origin ${origin} is not allowed.`
  }
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return undefined
  return `Changes from another site (${site}) are refused.`
}
