import type { Words } from '../words.ts'

export const fr: Words = {
  dir: 'ltr',
  footer: {
    imprint: 'Mentions légales',
    terms: 'Conditions d’utilisation',
    privacy: 'Confidentialité',
    contact: 'Contact',
    report: 'Signaler cette enquête',
    madeWith: 'Créé avec Soundings',
  },
  front: {
    headline: ['Interrogez la salle.', 'Voyez ce qu’elle pense.'],
    promise: 'Anonyme dès la conception.',
    label: 'Saisissez vos mots',
    help: 'Le nom qui suit /s/, ou trois mots, affichés à l’écran ou dans votre invitation',
    join: 'Participer',
    notFound: 'Aucune enquête ne correspond à ces mots. Veuillez les comparer à l’écran.',
    api: 'Description de l’API',
    signIn: 'Se connecter',
    yourSurveys: 'Vos enquêtes',
    create: 'Créer une enquête',
    example: {
      title: 'Ce que voit la salle',
      question: 'Que souhaitez-vous pour le déjeuner ?',
      options: ['Des nouilles', 'Une pizza', 'Surprenez-moi'],
    },
    storedHeading: 'Voici tout ce qui est conservé d’une réponse',
    nothingPersonal: 'Il n’y a ni nom, ni adresse, ni cookie.',
  },

  description: count =>
    `${count === 1 ? 'Une question' : `${count} questions`}. Rien de ce qui vous concerne n’est conservé.`,
  nothingAboutYou: 'Rien de ce qui vous concerne n’est conservé : ni nom, ni adresse, ni compte, ni cookie.',
  whatIsStored: 'Ce qui est conservé',
  send: 'Envoyer',
  countsAgain: 'Chaque envoi compte comme une réponse de plus.',
  required: 'Obligatoire',
  optional: 'Facultatif',
  requiredWhen: rule => `Obligatoire si ${rule} ; sinon facultatif`,
  requiredNow: 'Désormais obligatoire en raison d’une réponse ci-dessus',
  is: (question, options) => `la réponse à « ${question} » est ${options.map(option => `« ${option} »`).join(' ou ')}`,
  allOf: conditions => conditions.join(' et si '),
  anyOf: conditions => conditions.join(', ou si '),
  noAnswer: 'Sans réponse',
  lowest: point => `${point} le plus bas`,
  highest: point => `${point} le plus haut`,

  notSent: 'Pas encore envoyé',
  lookAtOne: 'Pas encore envoyé. Veuillez vérifier une réponse :',
  lookAtMany: 'Pas encore envoyé. Veuillez vérifier {n} réponses :',
  lookAtMore: 'et {n} de plus',
  answerErrors: {
    required: 'Veuillez répondre à cette question.',
    no_option: 'La réponse doit être l’une des options.',
    no_point: 'La réponse doit être un nombre entier de 1 à 10.',
    no_text: 'La réponse doit être un texte.',
    takes_none: 'Cette question n’attend pas de réponse.',
    nul: 'La réponse ne doit pas contenir de caractère NUL.',
    too_long: 'La réponse ne doit pas dépasser 10 000 caractères.',
  },
  unavailable: 'Votre réponse n’a pas pu être enregistrée. Rien n’est perdu : veuillez la renvoyer dans un instant.',
  tooMany:
    'De très nombreuses réponses arrivent en même temps. Rien n’est perdu : veuillez renvoyer la vôtre dans un instant.',
  noRoom:
    'Cette enquête ne peut plus recevoir de réponses, faute de place. Merci de prévenir la personne qui vous l’a proposée.',
  unreadable: 'Votre réponse n’a pas pu être lue. Veuillez la renvoyer.',
  questionsChanged:
    'Cette enquête a été modifiée depuis que vous l’avez ouverte. Veuillez revoir vos réponses, puis les envoyer.',
  setAside: 'Saisi pour une question qui a changé. Ce texte n’est pas envoyé ; copiez ce dont vous avez besoin.',
  unsent: { title: 'Votre réponse n’a pas été enregistrée.', text: 'Votre saisie, à copier :' },
  missing: {
    title: 'Aucune enquête ici',
    text: 'Veuillez vérifier le lien : il se termine par un nom ou trois mots reliés par des traits d’union.',
  },
  nothing: {
    title: 'Il n’y a rien ici',
    text: 'Veuillez vérifier l’adresse. Pour répondre à une enquête, saisissez ses mots.',
  },
  tooLarge: {
    title: 'C’est trop long',
    text: 'L’ensemble des réponses ne doit pas dépasser 1 Mo. Veuillez revenir en arrière et les raccourcir.',
  },
  crossSite: {
    title: 'Ce formulaire vient d’un autre site',
    text: 'Rien n’a été enregistré. Veuillez ouvrir le lien de l’enquête et y répondre.',
  },
  failed: {
    title: 'Une erreur s’est produite',
    text: 'Le problème vient de notre côté. Veuillez revenir en arrière et réessayer dans un instant.',
  },
  unreachable: {
    title: 'Momentanément indisponible',
    text: 'Le problème vient de notre côté. Veuillez réessayer dans un instant.',
  },
  tooManyRequests: {
    title: 'Trop de requêtes',
    text: 'Votre réseau a envoyé trop de requêtes. Veuillez patienter une minute, puis réessayer.',
  },
  tryAgain: 'Réessayer',
  closed: { title: 'Cette enquête est fermée', text: 'Cette enquête est fermée. Elle n’accepte plus de réponses.' },
  expired: { title: 'Cette enquête a expiré', text: 'Cette enquête a expiré. Elle n’accepte plus de réponses.' },

  thanks: 'Merci',
  answerIsIn: 'Merci. Votre réponse a bien été envoyée.',
  to: title => `Enquête : « ${title} »`,
  stored: 'Ce qui est conservé : vos réponses, un identifiant aléatoire et l’heure de réception.',
  answerAgain: 'Répondre à nouveau',
  receipt: {
    intro: 'Voici exactement ce qui a été conservé :',
    id: 'Identifiant aléatoire',
    arrived: 'Reçue :',
    nothingElse: 'Rien d’autre n’a été conservé.',
    done: 'Terminé, masquer mes réponses',
    hidden: 'Vos réponses ne sont plus affichées ici ni gardées dans cet onglet. Elles restent dans l’enquête.',
  },
  paced: {
    before: 'La première question s’affichera ici d’elle-même.',
    next: 'La prochaine question s’affichera ici d’elle-même.',
    over: 'La séance est terminée. Merci d’avoir participé.',
    sent: 'C’est envoyé. Regardez l’écran.',
    goneOn: 'La présentation continue. Vous pouvez encore envoyer cette réponse.',
    goOn: 'Question suivante',
    yoursWasRight: 'Votre réponse était juste.',
    rightAnswer: 'La bonne réponse : {text}',
    timeIsUp: 'Le temps pour cette question est écoulé.',
    timeLeft: 'Temps restant : {time}',
  },
  shared: {
    note: 'Plusieurs personnes utilisent cet appareil. Une fois vos réponses envoyées, il n’en garde rien.',
    next: 'Personne suivante',
    soon: 'Dans {n} secondes, une page vide s’ouvre pour la personne suivante.',
    stay: 'Rester sur cette page',
    idle: 'Toujours là ? Dans {n} secondes, cette page sera vidée pour la personne suivante.',
    here: 'Je suis toujours là',
  },

  results: {
    announcement:
      'Tous les participants peuvent voir les résultats : combien de fois chaque réponse a été donnée, jamais les textes.',
    announcementLater:
      'Tous les participants pourront voir les résultats dès qu’ils seront dévoilés : combien de fois chaque réponse a été donnée, jamais les textes.',
    link: 'Voir les résultats',
    linkLater: 'Où les résultats apparaîtront',
    title: 'Résultats',
    columns: { option: 'Option', count: 'Réponses', share: 'Part' },
    notListed: 'Options non affichées : {n}',
    steps:
      'Les chiffres changent par paliers d’au moins cinq réponses, pour que personne ne puisse en déduire une réponse en particulier.',
    needsReload: 'Sans JavaScript, ces résultats ne se mettent pas à jour.',
    reload: 'Afficher les derniers',
    texts: {
      waiting: 'Les résultats apparaîtront ici dès qu’ils seront dévoilés.',
      shown: 'Les résultats sont maintenant visibles.',
      few: 'Moins de cinq réponses pour l’instant',
      responses: 'Participations : {n}',
      answers: 'Réponses : {n}',
      mean: 'Moyenne : {n}',
      rightAnswer: 'La bonne réponse : {text}',
    },
  },

  board: {
    help: 'Posez vos propres questions et votez pour celles des autres. Vous n’avez rien à répondre ici.',
    moderated: 'Les nouvelles questions s’affichent une fois approuvées.',
    empty: 'Pas encore de questions. Posez la première.',
    answered: 'Réponse donnée',
    votes: 'Votes',
    upvote: 'Voter pour cette question',
    needsScript: 'Pour voter, veuillez activer JavaScript.',
    more: 'Afficher plus de questions',
    previous: 'Questions précédentes',
    orders: { votes: 'Populaires', new: 'Récentes' },
    toSurvey: 'Retour à l’enquête',
    name: 'Tableau',
    label: 'Votre question',
    ask: 'Poser',
    waits: 'Votre question a bien été envoyée. Elle s’affichera une fois approuvée.',
    asked: 'Votre question est publiée.',
    failed: 'L’envoi a échoué. Veuillez réessayer dans un instant.',
    offline:
      'Vous êtes hors ligne. Laissez cette page ouverte : votre question sera envoyée dès votre retour en ligne.',
    similar: 'Déjà posée ? Votez plutôt pour elle :',
    length: 'Une question doit compter de 1 à 500 caractères.',
    full: 'Il n’est plus possible de poser de questions ici pour le moment. Vous pouvez toujours voter.',
  },

  script: {
    sending: 'Envoi en cours…',
    offline: 'Vous êtes hors ligne. Laissez cette page ouverte : votre réponse sera envoyée dès votre retour en ligne.',
    retrying: 'L’envoi a échoué. Nouvel essai…',
    crowded:
      'Beaucoup de personnes répondent en ce moment. Laissez cette page ouverte : votre réponse sera envoyée automatiquement dans {n} secondes.',
    openAgain: 'Cette enquête est de nouveau ouverte.',
    changed: 'Cette enquête a été modifiée. Votre saisie est conservée.',
    reload: 'Afficher la version actuelle',
    restored: 'Votre saisie a été restaurée.',
    restoredPartly: 'Ce questionnaire a changé depuis votre saisie. Veuillez vérifier vos réponses.',
    startAfresh: 'Recommencer',
    left: 'Caractères restants : {n}',
    over: 'Caractères en trop : {n}',
    nowRequired: 'La question « {text} » est désormais obligatoire.',
    nowOptional: 'La question « {text} » est désormais facultative.',
    chooseAgain: 'Choisissez de nouveau votre réponse pour l’effacer',
  },

  privacy: {
    title: 'Ce qui est conservé d’une réponse',
    intro: 'Tout, colonne par colonne, exactement comme dans la base de données en ce moment :',
    column: 'Colonne',
    meaning: 'Ce qu’elle contient',
    tables: {
      response: {
        title: 'Ce qui est conservé d’une réponse',
        columns: {
          survey_id: 'L’enquête à laquelle on a répondu : un numéro d’ordre.',
          sequence: 'Son numéro dans l’enquête, par ordre d’arrivée : 1, 2, 3 et ainsi de suite.',
          id: 'Un identifiant de la ligne, d’apparence aléatoire. Il ne révèle rien de vous.',
          submitted_at: 'Le moment de son arrivée.',
          answers: 'Les réponses, telles qu’elles ont été envoyées.',
        },
      },
      removed_response: {
        title: 'Une réponse supprimée',
        columns: {
          survey_id: 'À quelle enquête elle appartenait.',
          id: 'Son identifiant aléatoire et rien d’autre, pour qu’un nouvel envoi ne la fasse pas réapparaître.',
        },
      },
      board_item: {
        title: 'Une question sur un tableau',
        columns: {
          survey_id: 'L’enquête à laquelle appartient le tableau.',
          question: 'Le tableau : sa place dans l’enquête.',
          sequence: 'Son numéro sur le tableau, par ordre d’arrivée : 1, 2, 3 et ainsi de suite.',
          id: 'Un identifiant aléatoire.',
          text: 'La question, telle qu’elle a été posée.',
          state: 'Si elle est affichée, en attente d’approbation, masquée ou déjà traitée.',
          votes: 'Son nombre de votes.',
        },
      },
      board_vote: {
        title: 'Un vote sur un tableau',
        columns: {
          survey_id: 'L’enquête à laquelle appartient le tableau.',
          question: 'Le tableau : sa place dans l’enquête.',
          sequence: 'La question du tableau pour laquelle on a voté.',
          voter:
            'Un nombre qui permet à votre navigateur de retirer le vote. Il ne peut être relié ni à vous, ni à vos réponses, ni à vos autres votes.',
        },
      },
    },
    nothingElse:
      'Il n’existe pas de colonne pour un nom, une adresse e-mail, un compte, une adresse réseau ou un appareil, et aucune ne peut être ajoutée.',
    headings: {
      not: 'Ce qui n’est pas conservé',
      derived: 'Ce qui est compté',
      seen: 'Qui les voit',
      browser: 'Dans votre navigateur',
    },
    not: 'Ni adresse réseau, ni nom de navigateur ou d’appareil, ni langue, ni page d’origine, que ce soit dans la base de données ou dans les journaux. Aucun cookie n’est déposé ni lu, et rien n’est chargé depuis d’autres serveurs.',
    derived:
      'À partir de ces lignes, le service compte le nombre de choix de chaque option et de chaque note, et tient un index pour retrouver les identifiants.',
    seen: 'La personne qui a créé l’enquête voit chaque participation dès son arrivée et peut montrer dans la salle comment les chiffres évoluent. Les participants ne voient des chiffres que si la page de l’enquête l’annonce : à partir de cinq réponses et par paliers d’au moins cinq.',
    browser:
      'Jusqu’à l’envoi, votre saisie reste dans cet onglet, pour ne pas être perdue si la page est rechargée. Ensuite, l’onglet garde votre reçu : une demi-heure au plus, ou jusqu’à ce que vous appuyiez sur « Terminé, masquer mes réponses » ou fermiez l’onglet. Votre navigateur retient vos votes sur un tableau, pour que vous puissiez les retirer. Si la personne qui a créé l’enquête a indiqué que l’appareil est partagé, rien n’est gardé : après l’envoi, une page vide suit, et une saisie laissée inachevée est effacée au bout de deux minutes sans contact. Si votre navigateur ne permet pas aux pages de garder des données, rien de tout cela n’est gardé, et recharger la page la vide.',
  },
}
