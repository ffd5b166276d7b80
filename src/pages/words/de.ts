import type { Words } from '../words.ts'

export const de: Words = {
  dir: 'ltr',
  footer: {
    imprint: 'Impressum',
    terms: 'Nutzungsbedingungen',
    privacy: 'Datenschutz',
    contact: 'Kontakt',
    report: 'Diese Umfrage melden',
    madeWith: 'Erstellt mit Soundings',
  },
  front: {
    headline: ['Fragen Sie in die Runde.', 'Sehen Sie, was alle denken.'],
    promise: 'Anonym von Grund auf.',
    label: 'Geben Sie Ihre Wörter ein',
    help: 'Der Name hinter /s/ oder drei Wörter, von der Leinwand oder aus der Einladung',
    join: 'Teilnehmen',
    notFound: 'Zu diesen Wörtern gibt es keine Umfrage. Bitte vergleichen Sie sie mit der Leinwand.',
    api: 'API-Beschreibung',
    signIn: 'Anmelden',
    yourSurveys: 'Ihre Umfragen',
    create: 'Umfrage erstellen',
    example: {
      title: 'Das sieht der ganze Raum',
      question: 'Was möchten Sie zu Mittag essen?',
      options: ['Nudeln', 'Pizza', 'Überraschen Sie mich'],
    },
    storedHeading: 'Das ist alles, was von einer Antwort gespeichert wird',
    nothingPersonal: 'Es gibt keinen Namen, keine Adresse und kein Cookie.',
  },

  description: count => `${count === 1 ? 'Eine Frage' : `${count} Fragen`}. Über Sie wird nichts gespeichert.`,
  nothingAboutYou: 'Über Sie wird nichts gespeichert: kein Name, keine Adresse, kein Konto, kein Cookie.',
  whatIsStored: 'Was gespeichert wird',
  send: 'Absenden',
  countsAgain: 'Jedes Absenden zählt als weitere Antwort.',
  required: 'Pflichtfrage',
  optional: 'Freiwillig',
  requiredWhen: rule => `Pflichtfrage, wenn ${rule}; sonst freiwillig`,
  requiredNow: 'Jetzt Pflichtfrage wegen einer Antwort weiter oben',
  is: (question, options) => `„${question}“ mit ${options.map(option => `„${option}“`).join(' oder ')} beantwortet ist`,
  allOf: conditions => conditions.join(' und '),
  anyOf: conditions => conditions.join(', oder wenn '),
  noAnswer: 'Keine Antwort',
  lowest: point => `${point} am niedrigsten`,
  highest: point => `${point} am höchsten`,

  notSent: 'Noch nicht gesendet',
  lookAtOne: 'Noch nicht gesendet. Bitte prüfen Sie eine Antwort:',
  lookAtMany: 'Noch nicht gesendet. Bitte prüfen Sie {n} Antworten:',
  lookAtMore: 'und {n} weitere',
  answerErrors: {
    required: 'Bitte beantworten Sie diese Frage.',
    no_option: 'Bitte wählen Sie eine der Möglichkeiten.',
    no_point: 'Die Antwort muss eine ganze Zahl von 1 bis 10 sein.',
    no_text: 'Die Antwort muss ein Text sein.',
    takes_none: 'Diese Frage nimmt keine Antwort an.',
    nul: 'Die Antwort darf kein NUL-Zeichen enthalten.',
    too_long: 'Die Antwort darf höchstens 10.000 Zeichen haben.',
  },
  unavailable:
    'Ihre Antwort konnte gerade nicht gespeichert werden. Nichts ist verloren: Bitte senden Sie sie gleich noch einmal.',
  tooMany: 'Gerade kommen sehr viele Antworten an. Nichts ist verloren: Bitte senden Sie Ihre gleich noch einmal.',
  noRoom: 'In dieser Umfrage ist kein Platz für weitere Antworten. Bitte sagen Sie es der Person, die Sie gefragt hat.',
  unreadable: 'Ihre Antwort war nicht lesbar. Bitte senden Sie sie noch einmal.',
  questionsChanged:
    'Diese Umfrage hat sich geändert, seit Sie sie geöffnet haben. Bitte sehen Sie Ihre Antworten noch einmal durch und senden Sie sie dann.',
  setAside:
    'Zu einer Frage eingegeben, die geändert wurde. Der Text wird nicht gesendet; kopieren Sie, was Sie brauchen.',
  unsent: { title: 'Ihre Antwort wurde nicht gespeichert.', text: 'Ihre Eingaben, zum Kopieren:' },
  missing: {
    title: 'Hier ist keine Umfrage',
    text: 'Bitte prüfen Sie den Link: Er endet mit einem Namen oder drei Wörtern, mit Bindestrichen verbunden.',
  },
  nothing: {
    title: 'Hier ist nichts',
    text: 'Bitte prüfen Sie die Adresse. Um an einer Umfrage teilzunehmen, geben Sie deren Wörter ein.',
  },
  tooLarge: {
    title: 'Das ist zu lang',
    text: 'Alle Antworten zusammen dürfen höchstens 1 MB groß sein. Bitte gehen Sie zurück und kürzen Sie sie.',
  },
  crossSite: {
    title: 'Dieses Formular kam von einer anderen Website',
    text: 'Es wurde nichts gespeichert. Bitte öffnen Sie den Link der Umfrage und antworten Sie dort.',
  },
  failed: {
    title: 'Das hat nicht geklappt',
    text: 'Der Fehler liegt bei uns. Bitte gehen Sie zurück und versuchen Sie es gleich noch einmal.',
  },
  unreachable: {
    title: 'Gerade nicht erreichbar',
    text: 'Der Fehler liegt bei uns. Bitte versuchen Sie es gleich noch einmal.',
  },
  tooManyRequests: {
    title: 'Zu viele Anfragen',
    text: 'Aus Ihrem Netz kamen zu viele Anfragen. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
  },
  tryAgain: 'Noch einmal versuchen',
  closed: {
    title: 'Diese Umfrage ist geschlossen',
    text: 'Diese Umfrage ist geschlossen. Sie nimmt keine Antworten mehr an.',
  },
  expired: {
    title: 'Diese Umfrage ist abgelaufen',
    text: 'Diese Umfrage ist abgelaufen. Sie nimmt keine Antworten mehr an.',
  },

  thanks: 'Danke',
  answerIsIn: 'Danke. Ihre Antwort ist angekommen.',
  to: title => `Umfrage: „${title}“`,
  stored: 'Gespeichert werden Ihre Antworten, eine zufällige Kennung und der Zeitpunkt des Eingangs.',
  answerAgain: 'Noch einmal antworten',
  receipt: {
    intro: 'Genau das wurde gespeichert:',
    id: 'Zufällige Kennung',
    arrived: 'Eingegangen:',
    nothingElse: 'Mehr wurde nicht gespeichert.',
    done: 'Fertig, meine Antworten ausblenden',
    hidden:
      'Ihre Antworten werden hier nicht mehr angezeigt und sind nicht mehr in diesem Tab. In der Umfrage bleiben sie.',
  },
  paced: {
    before: 'Die erste Frage erscheint hier von selbst.',
    next: 'Die nächste Frage erscheint hier von selbst.',
    over: 'Diese Runde ist zu Ende. Vielen Dank fürs Mitmachen.',
    sent: 'Gesendet. Schauen Sie nach vorn.',
    goneOn: 'Vorn geht es weiter. Diese Antwort können Sie noch senden.',
    goOn: 'Nächste Frage',
    yoursWasRight: 'Ihre Antwort war richtig.',
    rightAnswer: 'Die richtige Antwort: {text}',
    timeIsUp: 'Die Zeit für diese Frage ist um.',
    timeLeft: 'Noch {time}',
  },
  shared: {
    note: 'Dieses Gerät benutzen mehrere Personen. Sobald Sie Ihre Antworten senden, bleibt nichts davon darauf.',
    next: 'Nächste Person',
    soon: 'In {n} Sekunden öffnet sich eine leere Seite für die nächste Person.',
    stay: 'Auf dieser Seite bleiben',
    idle: 'Noch da? In {n} Sekunden wird diese Seite für die nächste Person geleert.',
    here: 'Ich bin noch da',
  },

  results: {
    announcement: 'Alle Teilnehmenden können die Ergebnisse sehen: wie oft jede Antwort gegeben wurde, nie Texte.',
    announcementLater:
      'Alle Teilnehmenden können die Ergebnisse sehen, sobald sie freigegeben werden: wie oft jede Antwort gegeben wurde, nie Texte.',
    link: 'Ergebnisse ansehen',
    linkLater: 'Wo die Ergebnisse erscheinen',
    title: 'Ergebnisse',
    columns: { option: 'Option', count: 'Antworten', share: 'Anteil' },
    notListed: 'Nicht gezeigte Optionen: {n}',
    steps:
      'Die Zahlen ändern sich in Schritten von fünf oder mehr Antworten, damit niemand eine einzelne Antwort daraus ablesen kann.',
    needsReload: 'Ohne JavaScript aktualisieren sich diese Ergebnisse nicht von selbst.',
    reload: 'Neuesten Stand zeigen',
    texts: {
      waiting: 'Die Ergebnisse erscheinen hier, sobald sie freigegeben werden.',
      shown: 'Die Ergebnisse sind jetzt zu sehen.',
      few: 'Bisher weniger als fünf Antworten',
      responses: 'Teilnahmen: {n}',
      answers: 'Antworten: {n}',
      mean: 'Mittelwert: {n}',
      rightAnswer: 'Die richtige Antwort: {text}',
    },
  },

  board: {
    help: 'Stellen Sie eigene Fragen und stimmen Sie für die Fragen anderer. Beantworten müssen Sie hier nichts.',
    moderated: 'Neue Fragen erscheinen, sobald sie freigegeben sind.',
    empty: 'Noch keine Fragen. Stellen Sie die erste.',
    answered: 'Beantwortet',
    votes: 'Stimmen',
    upvote: 'Für diese Frage stimmen',
    needsScript: 'Zum Abstimmen schalten Sie bitte JavaScript ein.',
    more: 'Weitere Fragen zeigen',
    previous: 'Vorherige Fragen',
    orders: { votes: 'Beliebt', new: 'Neu' },
    toSurvey: 'Zurück zur Umfrage',
    name: 'Tafel',
    label: 'Ihre Frage',
    ask: 'Fragen',
    waits: 'Ihre Frage ist angekommen. Sie erscheint, sobald sie freigegeben ist.',
    asked: 'Ihre Frage ist veröffentlicht.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es gleich noch einmal.',
    offline:
      'Sie sind offline. Lassen Sie diese Seite geöffnet: Ihre Frage wird gesendet, sobald Sie wieder online sind.',
    similar: 'Schon gefragt? Dann stimmen Sie lieber dafür:',
    length: 'Eine Frage muss 1 bis 500 Zeichen haben.',
    full: 'Hier können vorerst keine weiteren Fragen gestellt werden. Abstimmen können Sie weiterhin.',
  },

  script: {
    sending: 'Wird gesendet …',
    offline:
      'Sie sind offline. Lassen Sie diese Seite geöffnet: Ihre Antwort wird gesendet, sobald Sie wieder online sind.',
    retrying: 'Das hat nicht geklappt. Neuer Versuch …',
    crowded:
      'Gerade antworten viele Menschen. Lassen Sie diese Seite geöffnet: Ihre Antwort wird in {n} Sekunden von selbst gesendet.',
    openAgain: 'Diese Umfrage ist wieder offen.',
    changed: 'Diese Umfrage hat sich geändert. Ihre Eingaben bleiben erhalten.',
    reload: 'Aktuelle Fassung anzeigen',
    restored: 'Ihre Eingaben wurden wiederhergestellt.',
    restoredPartly: 'Die Umfrage wurde seit Ihrer Eingabe geändert. Bitte sehen Sie Ihre Antworten noch einmal durch.',
    startAfresh: 'Neu beginnen',
    left: 'Verbleibende Zeichen: {n}',
    over: 'Zeichen zu viel: {n}',
    nowRequired: '„{text}“ ist jetzt eine Pflichtfrage.',
    nowOptional: '„{text}“ ist jetzt freiwillig.',
    chooseAgain: 'Zum Entfernen die Antwort erneut wählen',
  },

  privacy: {
    title: 'Was über eine Antwort gespeichert wird',
    intro: 'Alles, Spalte für Spalte, genau so, wie es jetzt in der Datenbank steht:',
    column: 'Spalte',
    meaning: 'Was darin steht',
    tables: {
      response: {
        title: 'Was über eine Antwort gespeichert wird',
        columns: {
          survey_id: 'Welche Umfrage beantwortet wurde: eine laufende Nummer.',
          sequence: 'Die Nummer innerhalb der Umfrage, in der Reihenfolge des Eingangs: 1, 2, 3 und so weiter.',
          id: 'Eine zufällig aussehende Kennung der Zeile. Daraus lässt sich nichts über Sie ablesen.',
          submitted_at: 'Wann sie angekommen ist.',
          answers: 'Die Antworten, so wie sie gesendet wurden.',
        },
      },
      removed_response: {
        title: 'Eine gelöschte Antwort',
        columns: {
          survey_id: 'Zu welcher Umfrage sie gehörte.',
          id: 'Ihre zufällige Kennung und sonst nichts, damit sie nicht wiederkommt, wenn sie noch einmal gesendet wird.',
        },
      },
      board_item: {
        title: 'Eine Frage auf einer Tafel',
        columns: {
          survey_id: 'Zu welcher Umfrage die Tafel gehört.',
          question: 'Welche Tafel: ihre Position in der Umfrage.',
          sequence: 'Die Nummer auf der Tafel, in der Reihenfolge des Eingangs: 1, 2, 3 und so weiter.',
          id: 'Eine zufällige Kennung.',
          text: 'Die Frage, so wie sie gestellt wurde.',
          state: 'Ob sie angezeigt wird, auf Freigabe wartet, ausgeblendet oder beantwortet ist.',
          votes: 'Wie viele Stimmen sie hat.',
        },
      },
      board_vote: {
        title: 'Eine Stimme auf einer Tafel',
        columns: {
          survey_id: 'Zu welcher Umfrage die Tafel gehört.',
          question: 'Welche Tafel: ihre Position in der Umfrage.',
          sequence: 'Für welche Frage der Tafel sie ist.',
          voter:
            'Eine Zahl, mit der Ihr Browser die Stimme zurücknehmen kann. Sie lässt sich weder mit Ihnen noch mit Ihren Antworten oder anderen Stimmen verbinden.',
        },
      },
    },
    nothingElse:
      'Es gibt keine Spalte für Namen, E-Mail-Adresse, Konto, Netzwerkadresse oder Gerät, und es kann keine hinzukommen.',
    headings: {
      not: 'Was nicht gespeichert wird',
      derived: 'Was gezählt wird',
      seen: 'Wer es sieht',
      browser: 'In Ihrem Browser',
    },
    not: 'Keine Netzwerkadresse, kein Name von Browser oder Gerät, keine Sprache, keine verweisende Seite, weder in der Datenbank noch in den Protokollen. Kein Cookie wird gesetzt oder gelesen, und nichts wird von anderen Servern geladen.',
    derived:
      'Aus diesen Zeilen zählt der Dienst, wie oft jede Möglichkeit und jeder Wert gewählt wurde, und führt ein Verzeichnis zum Auffinden von Kennungen.',
    seen: 'Wer die Umfrage erstellt hat, sieht jede Teilnahme, sobald sie ankommt, und kann im Raum zeigen, wie sich die Zahlen ändern. Teilnehmende sehen Zahlen nur, wenn es auf der Seite der Umfrage steht: ab fünf Antworten und in Schritten von fünf oder mehr.',
    browser:
      'Ihre Eingaben bleiben bis zum Absenden in diesem Tab, damit sie ein Neuladen überstehen. Danach bleibt dort Ihre Quittung: höchstens eine halbe Stunde, oder bis Sie auf „Fertig, meine Antworten ausblenden“ tippen oder den Tab schließen. Ihr Browser merkt sich, wofür Sie auf einer Tafel gestimmt haben, damit Sie eine Stimme zurücknehmen können. Hat die Person, die die Umfrage erstellt hat, angegeben, dass mehrere sich das Gerät teilen, bleibt gar nichts darauf: Nach dem Absenden folgt eine leere Seite, und was halb ausgefüllt liegen bleibt, wird nach zwei Minuten ohne Berührung entfernt. Erlaubt Ihr Browser Seiten nicht, etwas zu behalten, bleibt nichts davon, und ein Neuladen leert die Seite.',
  },
}
