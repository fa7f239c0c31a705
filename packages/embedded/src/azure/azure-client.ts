import { createHmac } from 'node:crypto'

export interface AzureAccount {
  /** With the account in its path, as azurite requires it. */
  readonly url: string
  readonly name: string
  /** Base64. */
  readonly key: string
}

const version = '2021-12-02'
/** Lines of a string to sign between the method and the x-ms headers: none of these headers is sent. */
const unsentHeaders = Array<string>(11).fill('')

export async function createContainer(account: AzureAccount, container: string): Promise<void> {
  await ask(account, 'PUT', container, { restype: 'container' })
}

/** Names of all blobs of a container, for verification with a client other than the engine's. */
export async function listBlobs(account: AzureAccount, container: string): Promise<string[]> {
  const names: string[] = []
  let marker: string | undefined
  do {
    const query = { comp: 'list', ...(marker ? { marker } : {}), restype: 'container' }
    const page = await ask(account, 'GET', container, query)
    names.push(...[...page.matchAll(/<Name>([^<]*)<\/Name>/g)].map(([, name = '']) => name))
    marker = /<NextMarker>([^<]+)<\/NextMarker>/.exec(page)?.[1]
  } while (marker)
  return names
}

/** @param query by name, in alphabetical order: it is signed in this order. */
async function ask(
  account: AzureAccount,
  method: 'GET' | 'PUT',
  container: string,
  query: Record<string, string>,
): Promise<string> {
  const url = new URL(`${account.url}/${container}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': version }
  const lines = (pairs: Record<string, string>) =>
    Object.entries(pairs).map(([name, value]) => `${name}:${value}`)
  const resource = `/${account.name}${url.pathname}`
  const signed = [method, ...unsentHeaders, ...lines(headers), resource, ...lines(query)].join('\n')
  const signature = createHmac('sha256', Buffer.from(account.key, 'base64')).update(signed).digest('base64')
  const authorization = `SharedKey ${account.name}:${signature}`
  const answer = await fetch(url, { method, headers: { ...headers, authorization } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} of container ${container} failed: ${answer.status} ${text}`)
  return text
}
