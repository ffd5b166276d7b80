import { LRUCache } from 'lru-cache'
import { PAGE_CACHE_BYTES, PAGE_TEMPLATE_CACHE_BYTES } from '../domain/limits.ts'
import type { Survey } from '../service/responses.ts'
import { RevisionCache } from '../service/revision-cache.ts'
import type { CachedPage } from './cached-page.ts'
import { LANGUAGES, type Language } from './language.ts'
import type { PageTemplate } from './page-template.ts'

/** Recently requested pages by survey and language. */
export class PageCache {
  readonly #templates = new RevisionCache<PageTemplate>(PAGE_TEMPLATE_CACHE_BYTES)
  readonly #pages = new LRUCache<string, CachedPage>({ maxSize: PAGE_CACHE_BYTES, sizeCalculation: page => page.bytes })

  find(slug: string, language: Language): CachedPage | undefined {
    return this.#pages.get(`${slug} ${language}`)
  }

  /** Whether somebody has loaded the survey's page lately, in any language. */
  has(slug: string): boolean {
    return LANGUAGES.some(language => this.#pages.has(`${slug} ${language}`))
  }

  /** The page without the lists of its boards, made once for each revision of its survey. */
  template({ slug, revision }: Survey, language: Language, make: () => Promise<PageTemplate>) {
    return this.#templates.findOrMake(`${slug} ${language}`, revision, make, ({ bytes }) => bytes)
  }

  store(language: Language, page: CachedPage): CachedPage {
    this.#pages.set(`${page.survey.slug} ${language}`, page)
    return page
  }
}
