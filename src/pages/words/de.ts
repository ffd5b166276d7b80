import type { Words } from '../words.ts'

export const de: Words = {
  dir: 'ltr',
  description: count => `${count === 1 ? 'Eine Frage' : `${count} Fragen`}. Über Sie wird nichts gespeichert.`,
  nothingAboutYou: 'Über Sie wird nichts gespeichert: kein Name, keine Adresse, kein Konto, kein Cookie.',
  whatIsStored: 'Was gespeichert wird',
  send: 'Absenden',
  required: 'Pflichtfrage',
  optional: 'Freiwillig',
  requiredWhen: rule => `Pflichtfrage, wenn ${rule}; sonst freiwillig`,
  requiredNow: 'Jetzt Pflichtfrage, wegen einer Antwort weiter oben',
  is: (question, options) => `„${question}“ mit ${options.map(option => `„${option}“`).join(' oder ')} beantwortet ist`,
  allOf: conditions => conditions.join(' und '),
  anyOf: conditions => conditions.join(', oder wenn '),
  noAnswer: 'Keine Antwort',
  lowest: point => `${point} niedrigste`,
  highest: point => `${point} höchste`,

  notSent: 'Noch nicht gesendet',
  lookAtOne: 'Noch nicht gesendet. Bitte sehen Sie sich eine Antwort noch einmal an:',
  lookAtMany: 'Noch nicht gesendet. Bitte sehen Sie sich {n} Antworten noch einmal an:',
  answerErrors: {
    required: 'Hier ist eine Antwort nötig.',
    no_option: 'Die Antwort muss eine der Möglichkeiten sein.',
    no_point: 'Die Antwort muss eine ganze Zahl von 1 bis 10 sein.',
    no_text: 'Die Antwort muss ein Text sein.',
    takes_none: 'Auf diese Frage wird nicht geantwortet.',
    nul: 'Die Antwort darf kein NUL-Zeichen enthalten.',
    too_long: 'Die Antwort darf höchstens 10.000 Zeichen haben.',
  },
  unavailable:
    'Ihre Antwort konnte gerade nicht gespeichert werden. Nichts ist verloren: Bitte senden Sie sie gleich noch einmal.',
  tooMany: 'Gerade kommen sehr viele Antworten an. Nichts ist verloren: Bitte senden Sie Ihre gleich noch einmal.',
  unreadable: 'Ihre Antwort war nicht lesbar. Bitte senden Sie sie noch einmal.',
  missing: {
    title: 'Hier ist keine Umfrage',
    text: 'Bitte prüfen Sie den Link: Er besteht aus drei Wörtern oder einem Namen, mit Bindestrichen.',
  },
  tooLarge: {
    title: 'Das ist zu lang',
    text: 'Alle Antworten zusammen dürfen ein Megabyte haben. Bitte gehen Sie zurück und kürzen Sie sie.',
  },
  failed: {
    title: 'Das hat nicht geklappt',
    text: 'Der Fehler liegt bei uns. Bitte gehen Sie zurück und versuchen Sie es gleich noch einmal.',
  },
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
  to: title => `Auf „${title}“.`,
  stored: 'Gespeichert sind Ihre Antworten, eine Zufallskennung und die Zeit der Ankunft.',
  answerAgain: 'Noch einmal antworten',
  receipt: {
    intro: 'Das ist die Zeile, die gespeichert wurde:',
    id: 'Zufallskennung',
    arrived: 'Angekommen',
    nothingElse: 'Sonst wurde nichts gespeichert.',
  },

  board: {
    help: 'Eine Tafel: Stellen Sie eigene Fragen und stimmen Sie für die von anderen. Eine Antwort ist nicht nötig.',
    moderated: 'Eine neue Frage erscheint, sobald sie freigegeben ist.',
    empty: 'Noch keine Fragen.',
    answered: 'Beantwortet',
    votes: 'Stimmen',
    upvote: 'Für diese Frage stimmen',
    needsScript: 'Zum Fragen und Abstimmen schalten Sie bitte JavaScript ein.',
    label: 'Ihre Frage',
    ask: 'Fragen',
    waits: 'Ihre Frage ist angekommen. Sie wartet auf Freigabe.',
    asked: 'Ihre Frage steht auf der Tafel.',
    failed: 'Das ist nicht angekommen. Bitte versuchen Sie es gleich noch einmal.',
    length: 'Eine Frage hat 1 bis 500 Zeichen.',
    full: 'Diese Tafel nimmt vorerst keine Fragen mehr an.',
  },

  script: {
    sending: 'Wird gesendet …',
    offline: 'Sie sind offline. Ihre Antwort ist hier sicher und geht hinaus, sobald Sie wieder online sind.',
    retrying: 'Das ist nicht angekommen. Neuer Versuch …',
    openAgain: 'Diese Umfrage ist wieder offen.',
    changed: 'Diese Umfrage hat sich geändert. Was Sie eingegeben haben, bleibt.',
    reload: 'So zeigen, wie sie jetzt ist',
    restored: 'Ihre Eingaben von vorhin sind wieder da.',
    startAfresh: 'Neu anfangen',
    left: 'Zeichen übrig: {n}',
    over: 'Zeichen zu viel: {n}',
    nowRequired: '„{text}“ ist jetzt eine Pflichtfrage.',
    nowOptional: '„{text}“ ist jetzt freiwillig.',
  },

  privacy: {
    title: 'Was über eine Antwort gespeichert wird',
    intro: 'Alles, Spalte für Spalte, so wie die Datenbank in diesem Moment aussieht:',
    column: 'Spalte',
    meaning: 'Was darin steht',
    tables: {
      response: {
        title: 'Was über eine Antwort gespeichert wird',
        columns: {
          survey_id: 'Welche Umfrage beantwortet wurde: eine laufende Nummer.',
          sequence: 'Die Nummer innerhalb der Umfrage, in der Reihenfolge des Eingangs: 1, 2, 3 und so weiter.',
          id: 'Eine zufällig aussehende Kennung der Zeile. Über Sie lässt sich daraus nichts lesen.',
          submitted_at: 'Wann sie angekommen ist.',
          answers: 'Die Antworten, so wie sie gesendet wurden.',
        },
      },
      removed_response: {
        title: 'Eine gelöschte Antwort',
        columns: {
          survey_id: 'Zu welcher Umfrage sie gehörte.',
          id: 'Ihre zufällige Kennung und sonst nichts von ihr: damit sie nicht wiederkommt, wenn sie noch einmal gesendet wird.',
        },
      },
      board_item: {
        title: 'Eine Frage auf einer Tafel',
        columns: {
          survey_id: 'Zu welcher Umfrage die Tafel gehört.',
          question: 'Welche Tafel: ihr Platz in der Umfrage.',
          sequence: 'Die Nummer auf der Tafel, in der Reihenfolge des Eingangs: 1, 2, 3 und so weiter.',
          id: 'Eine zufällige Kennung.',
          text: 'Die Frage, so wie sie gestellt wurde.',
          state: 'Ob sie gezeigt wird, auf Freigabe wartet, heruntergenommen wurde oder beantwortet ist.',
          votes: 'Wie viele Stimmen sie hat.',
        },
      },
      board_vote: {
        title: 'Eine Stimme auf einer Tafel',
        columns: {
          survey_id: 'Zu welcher Umfrage die Tafel gehört.',
          question: 'Welche Tafel: ihr Platz in der Umfrage.',
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
      browser: 'In Ihrem Browser',
    },
    not: 'Keine Netzwerkadresse, kein Name von Browser oder Gerät, keine Sprache, keine verweisende Seite, weder in der Datenbank noch in den Protokollen. Kein Cookie wird gesetzt oder gelesen, und nichts wird von anderen Servern geladen.',
    derived:
      'Aus den Zeilen führt der Dienst, wie oft jede Möglichkeit und jeder Wert gewählt wurde, und ein Verzeichnis, mit dem er eine Kennung findet.',
    browser:
      'Bis zum Absenden bleibt, was Sie eingeben, in diesem Tab, damit es ein Neuladen übersteht. Wofür Sie auf einer Tafel gestimmt haben, merkt sich Ihr Browser, damit Sie eine Stimme zurücknehmen können.',
  },
}
