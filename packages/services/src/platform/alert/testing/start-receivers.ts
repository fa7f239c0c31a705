import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Receivers of alerts: a web server and a mail server on this machine. */
export interface Receivers {
  webPort: number
  mailPort: number
  received: Received[]
  mails: string[]
  /** Status codes that the web server returns; the last one repeats. */
  answers: number[]
  /** What it returns beside the status. */
  answer: { headers: Record<string, string>; body: string }
  /** Clears received messages, and accepts everything. */
  reset(): void
  stop(): void
}

export async function startReceivers(): Promise<Receivers> {
  const at: Pick<Receivers, 'received' | 'mails' | 'answers' | 'answer'> = start()
  const web = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      at.received.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead((at.answers.length > 1 ? at.answers.shift() : at.answers[0]) ?? 200, {
        location: 'http://10.0.0.1/',
        ...at.answer.headers,
      })
      response.end(at.answer.body)
    })
  }).listen(0, '127.0.0.1')
  const mail = startMailServer((text) => at.mails.push(text))
  await Promise.all([web, mail].map((server) => (server.listening ? null : once(server, 'listening'))))
  return Object.assign(at, {
    webPort: portOf(web),
    mailPort: portOf(mail),
    reset: () => {
      Object.assign(at, start())
    },
    stop: () => {
      web.close()
      mail.close()
    },
  })
}

function start(): Pick<Receivers, 'received' | 'mails' | 'answers' | 'answer'> {
  return { received: [], mails: [], answers: [200], answer: { headers: {}, body: '' } }
}

/** Enough of SMTP to accept a message. */
function startMailServer(onMessage: (text: string) => void): TcpServer {
  return createTcpServer((socket) => {
    let data: string | null = null
    let rest = ''
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (data !== null) {
          if (line === '.') {
            onMessage(data)
            data = null
            socket.write('250 taken\r\n')
          } else data += `${line}\n`
        } else if (/^DATA/i.test(line)) {
          data = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 fine\r\n')
      }
    })
  }).listen(0, '127.0.0.1')
}

function portOf(server: Server | TcpServer): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
  return address.port
}
