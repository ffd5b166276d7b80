import type { Words } from '../words.ts'

export const pt: Words = {
  dir: 'ltr',
  description: count => `${count === 1 ? 'Uma pergunta' : `${count} perguntas`}. Nada sobre você é guardado.`,
  nothingAboutYou: 'Nada sobre você é guardado: nem nome, nem endereço, nem conta, nem cookie.',
  whatIsStored: 'O que é guardado',
  send: 'Enviar',
  required: 'Obrigatória',
  optional: 'Opcional',
  requiredWhen: rule => `Obrigatória se ${rule}; caso contrário, opcional`,
  requiredNow: 'Agora obrigatória, por causa de uma resposta acima',
  is: (question, options) => `a resposta a “${question}” for ${options.map(option => `“${option}”`).join(' ou ')}`,
  allOf: conditions => conditions.join(' e '),
  anyOf: conditions => conditions.join(', ou se '),
  noAnswer: 'Sem resposta',
  lowest: point => `${point} o mais baixo`,
  highest: point => `${point} o mais alto`,

  notSent: 'Ainda não enviado',
  lookAtOne: 'Ainda não enviado. Por favor, reveja uma resposta:',
  lookAtMany: 'Ainda não enviado. Por favor, reveja {n} respostas:',
  answerErrors: {
    required: 'É necessária uma resposta.',
    no_option: 'A resposta deve ser uma das opções.',
    no_point: 'A resposta deve ser um número inteiro de 1 a 10.',
    no_text: 'A resposta deve ser um texto.',
    takes_none: 'Esta pergunta não recebe resposta.',
    nul: 'A resposta não pode conter o caractere NUL.',
    too_long: 'A resposta deve ter no máximo 10.000 caracteres.',
  },
  unavailable:
    'Neste momento não foi possível guardar a sua resposta. Nada se perdeu: envie-a novamente daqui a pouco.',
  tooMany: 'Estão chegando muitas respostas ao mesmo tempo. Nada se perdeu: envie a sua novamente daqui a pouco.',
  unreadable: 'Não foi possível ler a sua resposta. Por favor, envie-a novamente.',
  missing: {
    title: 'Não há nenhuma pesquisa aqui',
    text: 'Verifique o link: ele tem três palavras ou um nome, com hífens.',
  },
  tooLarge: {
    title: 'É longo demais',
    text: 'Todas as respostas juntas podem ter um megabyte. Por favor, volte e encurte-as.',
  },
  failed: {
    title: 'Isso não funcionou',
    text: 'A falha é nossa. Por favor, volte e tente novamente daqui a pouco.',
  },
  closed: { title: 'Esta pesquisa está fechada', text: 'Esta pesquisa está fechada. Ela não recebe mais respostas.' },
  expired: { title: 'Esta pesquisa expirou', text: 'Esta pesquisa expirou. Ela não recebe mais respostas.' },

  thanks: 'Obrigado',
  answerIsIn: 'Obrigado. A sua resposta chegou.',
  to: title => `A “${title}”.`,
  stored: 'Ficam guardados as suas respostas, um identificador aleatório e a hora de chegada.',
  answerAgain: 'Responder de novo',
  receipt: {
    intro: 'Esta é a linha que foi guardada:',
    id: 'Identificador aleatório',
    arrived: 'Chegada',
    nothingElse: 'Nada mais foi guardado.',
  },

  board: {
    help: 'Um mural: faça as suas próprias perguntas e vote nas dos outros. Não é preciso responder.',
    moderated: 'Uma pergunta nova aparece depois de ser aprovada.',
    empty: 'Ainda não há perguntas.',
    answered: 'Respondida',
    votes: 'Votos',
    upvote: 'Votar nesta pergunta',
    needsScript: 'Para perguntar e votar, ative o JavaScript.',
    label: 'A sua pergunta',
    ask: 'Perguntar',
    waits: 'A sua pergunta chegou. Ela aguarda aprovação.',
    asked: 'A sua pergunta está no mural.',
    failed: 'Isso não chegou. Tente novamente daqui a pouco.',
    length: 'Uma pergunta tem de 1 a 500 caracteres.',
    full: 'Este mural não recebe mais perguntas por enquanto.',
  },

  script: {
    sending: 'Enviando …',
    offline: 'Você está sem conexão. A sua resposta está segura aqui e será enviada assim que a conexão voltar.',
    retrying: 'Isso não chegou. Nova tentativa …',
    openAgain: 'Esta pesquisa está aberta de novo.',
    changed: 'Esta pesquisa mudou. O que você escreveu permanece.',
    reload: 'Mostrá-la como está agora',
    restored: 'O que você tinha escrito está de volta.',
    startAfresh: 'Começar de novo',
    left: 'Caracteres restantes: {n}',
    over: 'Caracteres a mais: {n}',
    nowRequired: '“{text}” agora é obrigatória.',
    nowOptional: '“{text}” agora é opcional.',
  },

  privacy: {
    title: 'O que é guardado de uma resposta',
    intro: 'Tudo, coluna por coluna, tal como o banco de dados está neste momento:',
    column: 'Coluna',
    meaning: 'O que contém',
    tables: {
      response: {
        title: 'O que é guardado de uma resposta',
        columns: {
          survey_id: 'Qual pesquisa foi respondida: um número sequencial.',
          sequence: 'O seu número na pesquisa, por ordem de chegada: 1, 2, 3 e assim por diante.',
          id: 'Um identificador da linha, de aparência aleatória. Nada sobre você pode ser lido nele.',
          submitted_at: 'Quando chegou.',
          answers: 'As respostas, tal como foram enviadas.',
        },
      },
      removed_response: {
        title: 'Uma resposta removida',
        columns: {
          survey_id: 'A qual pesquisa pertencia.',
          id: 'O seu identificador aleatório e mais nada: para que não volte se for enviada outra vez.',
        },
      },
      board_item: {
        title: 'Uma pergunta em um mural',
        columns: {
          survey_id: 'A qual pesquisa o mural pertence.',
          question: 'Qual mural: o seu lugar na pesquisa.',
          sequence: 'O seu número no mural, por ordem de chegada: 1, 2, 3 e assim por diante.',
          id: 'Um identificador aleatório.',
          text: 'A pergunta, tal como foi feita.',
          state: 'Se é exibida, aguarda aprovação, foi retirada ou já foi respondida.',
          votes: 'Quantos votos tem.',
        },
      },
      board_vote: {
        title: 'Um voto em um mural',
        columns: {
          survey_id: 'A qual pesquisa o mural pertence.',
          question: 'Qual mural: o seu lugar na pesquisa.',
          sequence: 'Para qual pergunta do mural é.',
          voter:
            'Um número com o qual o seu navegador pode retirar o voto. Não pode ser ligado a você, às suas respostas nem aos seus outros votos.',
        },
      },
    },
    nothingElse:
      'Não há coluna para nome, e-mail, conta, endereço de rede ou dispositivo, e nenhuma pode ser acrescentada.',
    headings: {
      not: 'O que não é guardado',
      derived: 'O que é contado',
      browser: 'No seu navegador',
    },
    not: 'Nem endereço de rede, nem nome do navegador ou do dispositivo, nem idioma, nem página de origem, tampouco nos registros. Nenhum cookie é gravado ou lido, e nada é carregado de outros servidores.',
    derived:
      'A partir das linhas, o serviço mantém quantas vezes cada opção e cada nota foi escolhida, e um índice com o qual encontra um identificador.',
    browser:
      'Até ser enviado, o que você escreve fica nesta aba, para sobreviver a um recarregamento. O seu navegador lembra em que você votou num mural, para que possa retirar um voto.',
  },
}
