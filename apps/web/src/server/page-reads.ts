import type { AppRouter } from '@frostline/api'
import { type Role, roleAllows } from '@frostline/domain'
import type { QueryClient } from '@tanstack/react-query'
import type { TRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { readPathParam } from '../navigation/path-param.ts'
import type { UrlParam } from '../navigation/url-params.ts'

export interface FirstRead {
  /** Into a query client. It never rejects. */
  read: (client: QueryClient) => Promise<unknown>
  /** What stands below. It is asked after the others, so that they are not slower for it, and no HTML waits for it. */
  below?: true
}
export type Trpc = TRPCOptionsProxy<AppRouter>
export type PageReads = (trpc: Trpc, document: HtmlDocument) => FirstRead[]

export interface HtmlDocument {
  pathname: string
  search: URLSearchParams
  /** Base of relative time ranges: see `useOpenedAt`. */
  madeAt: Date
  /** Of its reader, on what the page is about. Undefined: they may not open it. */
  role: Role | undefined
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown

/** @param needed whoever has a lower role cannot open the page: it reads nothing for them. */
export function page<Path extends string>(
  path: Path,
  readsOf: (trpc: Trpc, at: ParamsOf<Path>, document: HtmlDocument) => FirstRead[],
  needed: Role = path.startsWith('/admin/') ? 'admin' : 'viewer',
): PageReads {
  const names = path.split('/')
  return (trpc, document) => {
    if (document.role === undefined || !roleAllows(document.role, needed)) return []
    const parts = document.pathname.split('/')
    const fits = names.every((name, index) => {
      const part = parts[index] ?? ''
      // Another word in its place is another page, such as `loads/new`.
      if (name === ':id') return uuid.test(part)
      return name.startsWith(':') ? part !== '' : name === part
    })
    if (names.length !== parts.length || !fits) return []
    const at = names.flatMap((name, index) =>
      name.startsWith(':') ? [[name.slice(1), readPathParam(parts[index] ?? '')]] : [],
    )
    return readsOf(trpc, Object.fromEntries(at) as ParamsOf<Path>, document)
  }
}

export function inCluster<Path extends string>(
  path: Path,
  readsOf: (trpc: Trpc, at: ParamsOf<Path> & { cluster: string }, document: HtmlDocument) => FirstRead[],
  needed?: Role,
): PageReads {
  return page(`/clusters/:cluster/${path}`, readsOf as Parameters<typeof page>[1], needed)
}

/** What `useUrlState` is in the browser. */
export function readUrlState<Values extends object>(
  params: { [Key in keyof Values]: UrlParam<Values[Key]> },
  search: URLSearchParams,
): Values {
  const values = {} as Values
  for (const key of Object.keys(params) as (keyof Values & string)[])
    values[key] = params[key].read(search.get(key))
  return values
}

export function read(options: object): FirstRead {
  return {
    read: (client) => client.prefetchQuery(options as Parameters<QueryClient['prefetchQuery']>[0]),
  }
}

/** @param next what depends on the answer. */
export function readThen<Answer>(options: object, next: (answer: Answer) => FirstRead[]): FirstRead {
  const { queryKey } = options as Parameters<QueryClient['prefetchQuery']>[0]
  return {
    read: async (client) => {
      await read(options).read(client)
      const answer = client.getQueryData<Answer>(queryKey)
      if (answer !== undefined) await Promise.all(next(answer).map((each) => each.read(client)))
    },
  }
}

export function below(first: FirstRead): FirstRead {
  return { ...first, below: true }
}

/** The first page of a list by cursor. */
export function readPages(options: object): FirstRead {
  return {
    read: (client) =>
      client.prefetchInfiniteQuery(options as Parameters<QueryClient['prefetchInfiniteQuery']>[0]),
  }
}

/** The first page of a list by offset: see `useOffsetPages`. */
export function readOffsetPages(listKey: readonly unknown[], options: object): FirstRead {
  const { queryKey, queryFn } = options as Required<Parameters<QueryClient['prefetchQuery']>[0]>
  return {
    read: (client) =>
      client.prefetchInfiniteQuery({
        queryKey: [...listKey, 'pages'],
        queryFn: ({ signal }) => (queryFn as (context: object) => unknown)({ queryKey, signal }),
        initialPageParam: 0,
      }),
  }
}
