import { type Cache, type CachePart, RevisionCache } from '../service/cache.ts'
import type { Survey } from '../service/responses/responses.ts'
import type { CachedPage } from './cached-page.ts'
import { LANGUAGES, type Language } from './language.ts'
import type { PageTemplate } from './page-template.ts'

/** Recently requested pages by survey and language. */
export class PageCache {
  readonly #templates: RevisionCache<PageTemplate>
  readonly #pages: CachePart<CachedPage>

  constructor(cache: Cache) {
    this.#templates = new RevisionCache(cache, 'page template')
    this.#pages = cache.part('page')
  }

  find(slug: string, language: Language): CachedPage | undefined {
    return this.#pages.get(`${slug} ${language}`)
  }

  /** Whether somebody has loaded the survey's page recently, in any language. */
  has(slug: string): boolean {
    return LANGUAGES.some(language => this.#pages.has(`${slug} ${language}`))
  }

  /** The page without its boards' lists, made once for each revision of its survey and each step. */
  template({ slug, revision }: Survey, step: string, language: Language, make: () => Promise<PageTemplate>) {
    return this.#templates.findOrMake(`${slug} ${language}`, `${revision} ${step}`, make, ({ bytes }) => bytes)
  }

  store(language: Language, page: CachedPage): CachedPage {
    this.#pages.set(`${page.survey.slug} ${language}`, page, page.bytes)
    return page
  }
}
