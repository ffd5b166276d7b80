import type { TObject, TProperties, TSchema } from 'typebox'
import type { RefusalName } from '../domain/values/refusals.ts'

/**
 * What the routes of an entry point beside the published API take and answer, for its reference and an OpenAPI document. It only
 * describes: `src/domain` validates, in the words of the contract. A test holds the routes and what they answer to it.
 */
export interface Reference {
  readonly title: string
  /** What it is about, in a sentence. */
  readonly lead: string
  /** What readers must know before the first request, as Markdown. Samples in it may have the address https://soundings.example. */
  readonly introduction: string
  /** The bearer token that requests need; undefined if they need none. */
  readonly credential: Credential | undefined
  /** By method and path: `GET /s/{slug}`. */
  readonly routes: Readonly<Record<string, DescribedRoute>>
  /** Of every route, by its id: what samples send, and what is answered. */
  readonly examples: Readonly<Record<string, RouteExample>>
  /** Routes of which programs have no use, by method and path, and what each is. */
  readonly pages: Readonly<Record<string, string>>
  /** What stands in paths, by name. */
  readonly parameters: Readonly<Record<string, PathParameter>>
  /** All schemas that have a name, besides those of the published API. */
  readonly schemas: readonly TSchema[]
  /** Errors of every route. */
  readonly errors: readonly DescribedError[]
  /** Errors that only the routes in `pages` have. */
  readonly pageErrors: readonly DescribedError[]
  /** What errors have beside a text and a code. */
  readonly errorProperties: TProperties
  /** What else there is to say about errors, as Markdown. */
  readonly moreErrors: string
}

interface Credential {
  /** The environment variable that samples read it from. */
  readonly variable: string
  readonly description: string
  /** Of every route that needs it. */
  readonly errors: readonly DescribedError[]
}

interface PathParameter {
  readonly schema: TSchema
  readonly description: string
  /** As in the path of samples. */
  readonly example: string
}

export interface DescribedRoute {
  /** Unique in the reference. */
  readonly id: string
  readonly summary: string
  readonly description: string
  readonly query?: TObject
  readonly headers?: TObject
  readonly body?: TSchema
  readonly answer: DescribedAnswer
  /** Beyond those of every route. */
  readonly errors?: readonly DescribedError[]
  /** Whether the path itself is what gives access. */
  readonly isOpen?: true
}

interface DescribedAnswer {
  readonly status: 200 | 201 | 204
  readonly description: string
  /** Of JSON. */
  readonly schema?: TSchema
  /** Of a stream, by the name of the event. */
  readonly events?: Readonly<Record<string, DescribedEvent>>
  /** Whether that JSON is a file. */
  readonly isFile?: true
  /** The media types of other files. */
  readonly files?: readonly string[]
}

export interface DescribedEvent {
  readonly data: TSchema
  readonly when: string
}

/** An error, and how programs can handle it. */
export interface DescribedError {
  readonly refusal: RefusalName
  /** Replaces the text of the table of refusals, where that depends on what is wrong. */
  readonly reason?: string
  readonly advice: string
}

export interface RouteExample {
  /** What stands in the path, where it differs from the example of the parameter. */
  readonly path?: Readonly<Record<string, string>>
  /** Without the question mark. */
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
  /** JSON, or the first line of a file. */
  readonly answer?: object | string
}
