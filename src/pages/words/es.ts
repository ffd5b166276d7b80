import type { Words } from '../words.ts'

export const es: Words = {
  dir: 'ltr',
  description: count => `${count === 1 ? 'Una pregunta' : `${count} preguntas`}. No se guarda nada sobre usted.`,
  nothingAboutYou: 'No se guarda nada sobre usted: ni nombre, ni dirección, ni cuenta, ni cookie.',
  whatIsStored: 'Qué se guarda',
  send: 'Enviar',
  required: 'Obligatoria',
  optional: 'Opcional',
  requiredWhen: rule => `Obligatoria si ${rule}; si no, opcional`,
  requiredNow: 'Ahora obligatoria, por una respuesta anterior',
  is: (question, options) => `la respuesta a «${question}» es ${options.map(option => `«${option}»`).join(' o ')}`,
  allOf: conditions => conditions.join(' y '),
  anyOf: conditions => conditions.join(', o si '),
  noAnswer: 'Sin respuesta',
  lowest: point => `${point} lo más bajo`,
  highest: point => `${point} lo más alto`,

  notSent: 'Aún no se ha enviado',
  lookAtOne: 'Aún no se ha enviado. Revise una respuesta:',
  lookAtMany: 'Aún no se ha enviado. Revise {n} respuestas:',
  answerErrors: {
    required: 'Hace falta una respuesta.',
    no_option: 'La respuesta debe ser una de las opciones.',
    no_point: 'La respuesta debe ser un número entero del 1 al 10.',
    no_text: 'La respuesta debe ser un texto.',
    takes_none: 'Esta pregunta no admite respuesta.',
    nul: 'La respuesta no debe contener el carácter NUL.',
    too_long: 'La respuesta debe tener como máximo 10 000 caracteres.',
  },
  unavailable:
    'En este momento no se ha podido guardar su respuesta. No se ha perdido nada: vuelva a enviarla dentro de un momento.',
  tooMany:
    'Están llegando muchísimas respuestas a la vez. No se ha perdido nada: vuelva a enviar la suya dentro de un momento.',
  unreadable: 'No se ha podido leer su respuesta. Vuelva a enviarla.',
  missing: {
    title: 'Aquí no hay ninguna encuesta',
    text: 'Compruebe el enlace: tiene tres palabras o un nombre, con guiones.',
  },
  tooLarge: {
    title: 'Es demasiado largo',
    text: 'Todas las respuestas juntas pueden ocupar un megabyte. Vuelva atrás y acórtelas.',
  },
  failed: {
    title: 'No ha funcionado',
    text: 'El fallo es nuestro. Vuelva atrás e inténtelo de nuevo dentro de un momento.',
  },
  closed: { title: 'Esta encuesta está cerrada', text: 'Esta encuesta está cerrada. Ya no admite respuestas.' },
  expired: { title: 'Esta encuesta ha caducado', text: 'Esta encuesta ha caducado. Ya no admite respuestas.' },

  thanks: 'Gracias',
  answerIsIn: 'Gracias. Su respuesta ha llegado.',
  to: title => `A «${title}».`,
  stored: 'Se guardan sus respuestas, un identificador aleatorio y la hora de llegada.',
  answerAgain: 'Responder otra vez',
  receipt: {
    intro: 'Esta es la fila que se ha guardado:',
    id: 'Identificador aleatorio',
    arrived: 'Llegada',
    nothingElse: 'No se ha guardado nada más.',
  },

  board: {
    help: 'Un tablero: haga sus propias preguntas y vote las de los demás. No requiere respuesta.',
    moderated: 'Una pregunta nueva se muestra cuando ha sido aprobada.',
    empty: 'Todavía no hay preguntas.',
    answered: 'Respondida',
    votes: 'Votos',
    upvote: 'Votar esta pregunta',
    needsScript: 'Para preguntar y votar, active JavaScript.',
    label: 'Su pregunta',
    ask: 'Preguntar',
    waits: 'Su pregunta ha llegado. Está pendiente de aprobación.',
    asked: 'Su pregunta está en el tablero.',
    failed: 'No ha llegado. Inténtelo de nuevo dentro de un momento.',
    length: 'Una pregunta tiene de 1 a 500 caracteres.',
    full: 'Este tablero no admite más preguntas por ahora.',
  },

  script: {
    sending: 'Enviando …',
    offline: 'No hay conexión. Su respuesta está a salvo aquí y se enviará en cuanto vuelva la conexión.',
    retrying: 'No ha llegado. Nuevo intento …',
    openAgain: 'Esta encuesta vuelve a estar abierta.',
    changed: 'Esta encuesta ha cambiado. Lo que ha escrito se conserva.',
    reload: 'Mostrarla como está ahora',
    restored: 'Se ha recuperado lo que había escrito.',
    startAfresh: 'Empezar de nuevo',
    left: 'Caracteres restantes: {n}',
    over: 'Caracteres de más: {n}',
    nowRequired: '«{text}» ahora es obligatoria.',
    nowOptional: '«{text}» ahora es opcional.',
  },

  privacy: {
    title: 'Qué se guarda de una respuesta',
    intro: 'Todo, columna por columna, tal como está la base de datos en este momento:',
    column: 'Columna',
    meaning: 'Qué contiene',
    tables: {
      response: {
        title: 'Qué se guarda de una respuesta',
        columns: {
          survey_id: 'Qué encuesta se ha respondido: un número correlativo.',
          sequence: 'Su número en la encuesta, por orden de llegada: 1, 2, 3, etcétera.',
          id: 'Un identificador de la fila, de aspecto aleatorio. De él no se puede deducir nada sobre usted.',
          submitted_at: 'Cuándo llegó.',
          answers: 'Las respuestas, tal como se enviaron.',
        },
      },
      removed_response: {
        title: 'Una respuesta eliminada',
        columns: {
          survey_id: 'A qué encuesta pertenecía.',
          id: 'Su identificador aleatorio y nada más: para que no vuelva si se envía otra vez.',
        },
      },
      board_item: {
        title: 'Una pregunta en un tablero',
        columns: {
          survey_id: 'A qué encuesta pertenece el tablero.',
          question: 'Qué tablero: su lugar en la encuesta.',
          sequence: 'Su número en el tablero, por orden de llegada: 1, 2, 3, etcétera.',
          id: 'Un identificador aleatorio.',
          text: 'La pregunta, tal como se hizo.',
          state: 'Si se muestra, está pendiente de aprobación, se ha retirado o ha sido respondida.',
          votes: 'Cuántos votos tiene.',
        },
      },
      board_vote: {
        title: 'Un voto en un tablero',
        columns: {
          survey_id: 'A qué encuesta pertenece el tablero.',
          question: 'Qué tablero: su lugar en la encuesta.',
          sequence: 'Para qué pregunta del tablero es.',
          voter:
            'Un número con el que su navegador puede retirar el voto. No se puede relacionar con usted, con sus respuestas ni con sus otros votos.',
        },
      },
    },
    nothingElse:
      'No hay ninguna columna para un nombre, un correo electrónico, una cuenta, una dirección de red o un dispositivo, y no se puede añadir ninguna.',
    headings: {
      not: 'Qué no se guarda',
      derived: 'Qué se cuenta',
      browser: 'En su navegador',
    },
    not: 'Ni dirección de red, ni nombre del navegador o del dispositivo, ni idioma, ni página de procedencia, tampoco en los registros. No se guarda ni se lee ninguna cookie, y no se carga nada de otros servidores.',
    derived:
      'A partir de las filas, el servicio lleva la cuenta de cuántas veces se ha elegido cada opción y cada valor, y un índice con el que encuentra un identificador.',
    browser:
      'Hasta que se envía, lo que escribe permanece en esta pestaña, para que sobreviva a una recarga. Su navegador recuerda qué ha votado en un tablero, para que pueda retirar un voto.',
  },
}
