import { answerAuthRequest } from '../answer-auth-request.ts'
import type { Door } from '../door.ts'
import { readSession } from '../read-session.ts'

/** The cookies of one browser, for any host, and its requests to the console. */
export function openBrowser(door: Door, publicUrl: string, address = '10.0.0.1') {
  const jar = new Map<string, string>()
  const keep = (response: Response) => {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /max-age=0/i.test(cookie)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    ...{ jar, keep, cookie },
    /** A path below /api/auth or a whole address; POST where there is a body. */
    async console(path: string, body?: unknown): Promise<Response> {
      const request = new Request(path.startsWith('http') ? path : `${publicUrl}/api/auth${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...{ 'content-type': 'application/json', origin: publicUrl, cookie: cookie() },
          [door.addressHeader]: address,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return keep(await answerAuthRequest(door, request))
    },
    whoIs: () => readSession(door, new Headers({ cookie: cookie() })),
  }
}

export type TestBrowser = ReturnType<typeof openBrowser>
