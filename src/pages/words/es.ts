import type { Words } from '../words.ts'

export const es: Words = {
  dir: 'ltr',
  footer: {
    imprint: 'Aviso legal',
    terms: 'Condiciones de uso',
    privacy: 'Privacidad',
    contact: 'Contacto',
    report: 'Denunciar esta encuesta',
    madeWith: 'Hecho con Soundings',
  },
  front: {
    headline: ['Pregunte a la sala.', 'Vea lo que piensa.'],
    promise: 'Anónimo por diseño.',
    label: 'Escriba sus palabras',
    help: 'Tres palabras, de la pantalla o de la invitación',
    join: 'Participar',
    notFound: 'Ninguna encuesta tiene estas palabras. Compárelas con la pantalla.',
    api: 'Descripción de la API',
    signIn: 'Iniciar sesión',
    create: 'Crear una encuesta',
    example: {
      title: 'Lo que ve la sala',
      question: '¿Qué le apetece comer?',
      options: ['Fideos', 'Pizza', 'Sorpréndame'],
    },
    storedHeading: 'Esto es todo lo que se guarda de una respuesta',
    nothingPersonal: 'No hay nombre, ni dirección, ni cookies.',
  },

  description: count => `${count === 1 ? 'Una pregunta' : `${count} preguntas`}. No se guarda nada sobre usted.`,
  nothingAboutYou: 'No se guarda nada sobre usted: ni nombre, ni dirección, ni cuenta, ni cookie.',
  whatIsStored: 'Qué se guarda',
  send: 'Enviar',
  required: 'Obligatoria',
  optional: 'Opcional',
  requiredWhen: rule => `Obligatoria si ${rule}; si no, opcional`,
  requiredNow: 'Ahora obligatoria por una respuesta anterior',
  is: (question, options) => `la respuesta a «${question}» es ${options.map(option => `«${option}»`).join(' o ')}`,
  allOf: conditions => conditions.join(' y '),
  anyOf: conditions => conditions.join(', o si '),
  noAnswer: 'Sin respuesta',
  lowest: point => `${point} mínimo`,
  highest: point => `${point} máximo`,

  notSent: 'Aún no se ha enviado',
  lookAtOne: 'Aún no se ha enviado. Revise una respuesta:',
  lookAtMany: 'Aún no se ha enviado. Revise {n} respuestas:',
  answerErrors: {
    required: 'Responda a esta pregunta.',
    no_option: 'La respuesta debe ser una de las opciones.',
    no_point: 'La respuesta debe ser un número entero del 1 al 10.',
    no_text: 'La respuesta debe ser un texto.',
    takes_none: 'Esta pregunta no admite respuesta.',
    nul: 'La respuesta no debe contener el carácter NUL.',
    too_long: 'La respuesta debe tener como máximo 10 000 caracteres.',
  },
  unavailable:
    'En este momento no se ha podido guardar su respuesta. No se ha perdido nada: vuelva a enviarla dentro de un momento.',
  tooMany:
    'Están llegando muchísimas respuestas a la vez. No se ha perdido nada: vuelva a enviar la suya dentro de un momento.',
  noRoom: 'En esta encuesta no caben más respuestas. Avise, por favor, a quien le invitó a responder.',
  unreadable: 'No se ha podido leer su respuesta. Vuelva a enviarla.',
  questionsChanged: 'Esta encuesta ha cambiado desde que la abrió. Revise sus respuestas y envíelas de nuevo.',
  missing: {
    title: 'Aquí no hay ninguna encuesta',
    text: 'Compruebe el enlace: termina en un nombre o en tres palabras unidas por guiones.',
  },
  nothing: {
    title: 'Aquí no hay nada',
    text: 'Compruebe la dirección. Para responder a una encuesta, escriba sus palabras.',
  },
  tooLarge: {
    title: 'Es demasiado largo',
    text: 'Las respuestas pueden ocupar como máximo 1 MB en total. Vuelva atrás y acórtelas.',
  },
  crossSite: {
    title: 'Este formulario viene de otro sitio',
    text: 'No se ha guardado nada. Abra el enlace de la encuesta y responda allí.',
  },
  failed: {
    title: 'Se ha producido un error',
    text: 'El problema es nuestro. Vuelva atrás e inténtelo de nuevo dentro de un momento.',
  },
  unreachable: {
    title: 'No disponible en este momento',
    text: 'El problema es nuestro. Inténtelo de nuevo dentro de un momento.',
  },
  tooManyRequests: {
    title: 'Demasiadas solicitudes',
    text: 'Han llegado demasiadas solicitudes desde su red. Espere un minuto y vuelva a intentarlo.',
  },
  tryAgain: 'Intentarlo de nuevo',
  closed: { title: 'Esta encuesta está cerrada', text: 'Esta encuesta está cerrada. Ya no admite respuestas.' },
  expired: { title: 'Esta encuesta ha caducado', text: 'Esta encuesta ha caducado. Ya no admite respuestas.' },

  thanks: 'Gracias',
  answerIsIn: 'Gracias. Su respuesta se ha enviado.',
  to: title => `Encuesta: «${title}»`,
  stored: 'Se guardan sus respuestas, un identificador aleatorio y la hora de recepción.',
  answerAgain: 'Responder otra vez',
  receipt: {
    intro: 'Esto es exactamente lo que se ha guardado:',
    id: 'Identificador aleatorio',
    arrived: 'Recibida:',
    nothingElse: 'No se ha guardado nada más.',
  },

  results: {
    announcement:
      'Todas las personas que participan pueden ver los resultados: cuántas veces se dio cada respuesta, nunca los textos.',
    link: 'Ver los resultados',
    title: 'Resultados',
    columns: { option: 'Opción', count: 'Respuestas', share: 'Porcentaje' },
    needsReload: 'Sin JavaScript, estos resultados no se actualizan.',
    reload: 'Mostrar los últimos',
    texts: {
      waiting: 'Los resultados aparecerán aquí cuando se publiquen.',
      shown: 'Ya puede ver los resultados.',
      few: 'De momento, menos de cinco respuestas',
      responses: 'Participaciones: {n}',
      answers: 'Respuestas: {n}',
      mean: 'Media: {n}',
    },
  },

  board: {
    help: 'Haga sus propias preguntas y vote las de los demás. Aquí no tiene que responder nada.',
    moderated: 'Las preguntas nuevas se muestran una vez aprobadas.',
    empty: 'Todavía no hay preguntas. Haga la primera.',
    answered: 'Respondida',
    votes: 'Votos',
    upvote: 'Votar esta pregunta',
    needsScript: 'Para votar, active JavaScript.',
    more: 'Mostrar más preguntas',
    previous: 'Preguntas anteriores',
    orders: { votes: 'Destacadas', new: 'Nuevas' },
    toSurvey: 'Volver a la encuesta',
    label: 'Su pregunta',
    ask: 'Preguntar',
    waits: 'Su pregunta se ha enviado. Aparecerá cuando se apruebe.',
    asked: 'Su pregunta se ha publicado.',
    failed: 'No se ha podido enviar. Inténtelo de nuevo dentro de un momento.',
    offline: 'No hay conexión. Su pregunta se conserva aquí y se enviará en cuanto vuelva la conexión.',
    similar: '¿Ya la ha hecho alguien? Mejor vote por ella:',
    length: 'La pregunta debe tener entre 1 y 500 caracteres.',
    full: 'Por ahora no se pueden hacer más preguntas aquí. Todavía puede votar.',
  },

  script: {
    sending: 'Enviando…',
    offline: 'No hay conexión. Su respuesta se conserva aquí y se enviará en cuanto vuelva la conexión.',
    retrying: 'No se ha podido enviar. Reintentando…',
    openAgain: 'Esta encuesta vuelve a estar abierta.',
    changed: 'Esta encuesta ha cambiado. Lo que ha escrito se conserva.',
    reload: 'Mostrar la versión actual',
    restored: 'Se ha recuperado lo que había escrito.',
    startAfresh: 'Empezar de nuevo',
    left: 'Caracteres restantes: {n}',
    over: 'Caracteres de más: {n}',
    nowRequired: '«{text}» ahora es obligatoria.',
    nowOptional: '«{text}» ahora es opcional.',
  },

  privacy: {
    title: 'Qué se guarda de una respuesta',
    intro: 'Todo, columna por columna, exactamente como está ahora en la base de datos:',
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
          id: 'Su identificador aleatorio y nada más, para que no reaparezca si se envía otra vez.',
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
          state: 'Si se muestra, está pendiente de aprobación, está oculta o ya se ha respondido.',
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
      'A partir de estas filas, el servicio cuenta cuántas veces se ha elegido cada opción y cada valor, y mantiene un índice para encontrar los identificadores.',
    browser:
      'Lo que escribe se conserva en esta pestaña hasta que lo envía, para que no se pierda al recargar la página. Su navegador recuerda qué ha votado en un tablero, para que pueda retirar un voto.',
  },
}
