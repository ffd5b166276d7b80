/** About the links that open a part of a survey. */
export const partialLinkWords = {
  projector: {
    title: 'Projector link',
    about: 'Shows live results and nothing else: for the computer at the projector, or for guests.',
    exists: 'A projector link exists. Creating a new one replaces it.',
    none: 'No projector link.',
    create: 'Create projector link',
    replace: 'Replace projector link',
    revoke: 'Revoke projector link',
    revoked: 'Projector link revoked. It no longer works.',
    created: 'Anyone with this link can see live results, and nothing else. Copy it now: it won’t be shown again.',
  },
  remote: {
    title: 'Remote link',
    about: 'Whoever has it can conduct: go on, reveal, pick texts, approve questions. Nothing else.',
    exists: 'A remote link exists. Creating a new one replaces it.',
    none: 'No remote link.',
    create: 'Create remote link',
    replace: 'Replace remote link',
    revoke: 'Revoke remote link',
    revoked: 'Remote link revoked. It no longer works.',
    created:
      'Anyone with this link can conduct, and nothing else. Open it on the phone that conducts. Copy it now: it won’t be shown again.',
  },
} as const
