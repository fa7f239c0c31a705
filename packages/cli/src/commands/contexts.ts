import type { Command } from 'commander'
import { createApi } from '../api/client.ts'
import { contextPath, readContexts, writeContexts } from '../context/context-file.ts'
import { isPlain, readUrl } from '../context/find-context.ts'
import { defineCommand } from '../define-command.ts'
import { CliError, type ExitName } from '../exit-codes.ts'
import { printable, renderTable } from '../format/render-table.ts'
import type { Io } from '../io.ts'
import type { CommonOptions, Host, Session } from '../session.ts'

interface LoginOptions extends CommonOptions {
  name?: string
}

export function addContextCommands(program: Command, host: Host): void {
  defineCommand(program, 'login [address]', 'Save the address and an API token of a console', [
    'login https://frostline.example.com',
    'login https://frostline.example.com --name prod < token.txt',
  ])
    .option('--name <name>', 'name of the context; default: the host of the address')
    .action((address: string | undefined, options: LoginOptions) =>
      host.run(options, (session) => login(session, address, options)),
    )
  defineCommand(program, 'logout [name]', 'Forget a context and its token', [
    'logout',
    'logout staging',
  ]).action((name: string | undefined, options: CommonOptions) =>
    host.run(options, async (session) => logout(session, name)),
  )
  defineCommand(program, 'contexts', 'List contexts', ['contexts']).action((options: CommonOptions) =>
    host.run(options, async (session) => listContexts(session)),
  )
  defineCommand(program, 'use <name>', 'Make a context the current one', ['use prod']).action(
    (name: string, options: CommonOptions) => host.run(options, async (session) => use(session, name)),
  )
  defineCommand(program, 'whoami', 'Show the owner and the role of the token', [
    'whoami',
    'whoami --json',
  ]).action((options: CommonOptions) => host.run(options, whoami))
}

async function login(session: Session, given: string | undefined, options: LoginOptions): Promise<ExitName> {
  const { io } = session
  const url = readUrl(given ?? (await askAddress(io)))
  if (isPlain(url)) io.note('Warning: the address is not https. The token is sent unencrypted.')
  const token = (io.canAsk ? await io.askSecret('API token: ') : await io.readInput()).trim()
  if (token === '')
    throw new CliError(
      'usage',
      'No token was given.',
      'Create one under API tokens, and paste it or pipe it in.',
    )
  if (/\s/.test(token)) throw new CliError('usage', 'A token contains no spaces.', 'Copy it again.')
  const owner = await createApi({ url, token, fetch: io.fetch }).call('GET /me', {})
  const name = options.name ?? new URL(url).host
  const file = readContexts(io.env)
  writeContexts(io.env, { current: name, contexts: { ...file.contexts, [name]: { url, token } } })
  session.print({ context: name, url, name: owner.name, role: owner.role }, () =>
    printable(`Logged in to ${url} as ${owner.name} (${owner.role}). The context is ${name}.`),
  )
  return 'ok'
}

async function askAddress(io: Io): Promise<string> {
  if (io.canAsk) return (await io.ask('Address of the console: ')).trim()
  throw new CliError('usage', 'No address was given.', 'Run `frostline login https://your-console`.')
}

function logout(session: Session, given: string | undefined): ExitName {
  const { env } = session.io
  const { current, contexts } = readContexts(env)
  const name = given ?? current
  if (name === null || !contexts[name])
    throw new CliError(
      'usage',
      name === null ? 'No context is current.' : `There is no context ${name}.`,
      'List them with `frostline contexts`.',
    )
  const { [name]: _, ...others } = contexts
  writeContexts(env, { current: current === name ? null : current, contexts: others })
  session.print(
    { context: name },
    () => `Forgot ${name}. Revoke its token under API tokens if nobody else uses it.`,
  )
  return 'ok'
}

function listContexts(session: Session): ExitName {
  const { env } = session.io
  const { current, contexts } = readContexts(env)
  const rows = Object.entries(contexts).map(([name, { url }]) => ({ name, url, current: name === current }))
  session.print({ contexts: rows }, () =>
    rows.length === 0
      ? `No contexts in ${contextPath(env)}. Run \`frostline login\`.`
      : renderTable(rows, [
          { title: '', text: (row) => (row.current ? '*' : '') },
          { title: 'CONTEXT', text: (row) => row.name },
          { title: 'ADDRESS', text: (row) => row.url },
        ]),
  )
  if (env.FROSTLINE_URL) session.io.note(`FROSTLINE_URL is set and wins: ${env.FROSTLINE_URL}.`)
  return 'ok'
}

function use(session: Session, name: string): ExitName {
  const file = readContexts(session.io.env)
  if (!file.contexts[name])
    throw new CliError('usage', `There is no context ${name}.`, 'List them with `frostline contexts`.')
  writeContexts(session.io.env, { ...file, current: name })
  session.print({ context: name }, () => `The context is ${name}.`)
  return 'ok'
}

async function whoami(session: Session): Promise<ExitName> {
  const { api } = session
  const owner = await api.call('GET /me', {})
  session.print({ url: api.url, ...owner }, () => printable(`${owner.name} (${owner.role}) at ${api.url}`))
  return 'ok'
}
