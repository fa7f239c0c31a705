// trpc-to-openapi declares an adapter for Next.js that is not used here. The real types of `next` would make NODE_ENV
// a required variable of every environment in this package and in those it tests with.
export type NextApiRequest = never
export type NextApiResponse = never
