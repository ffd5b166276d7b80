import type { Words } from '../words.ts'

export const pt: Words = {
  dir: 'ltr',
  front: {
    headline: ['Pergunte à sala.', 'Veja o que ela pensa.'],
    promise: 'Anônimo desde a concepção.',
    label: 'Digite suas palavras',
    help: 'Três palavras, da tela ou do convite',
    join: 'Participar',
    notFound: 'Nenhuma pesquisa tem essas palavras. Compare-as com a tela.',
    api: 'Descrição da API',
    storedHeading: 'Isto é tudo o que é armazenado de uma resposta',
    nothingPersonal: 'Não há nome, nem endereço, nem cookies.',
  },

  description: count => `${count === 1 ? 'Uma pergunta' : `${count} perguntas`}. Nada sobre você é armazenado.`,
  nothingAboutYou: 'Nada sobre você é armazenado: nem nome, nem endereço, nem conta, nem cookie.',
  whatIsStored: 'O que é armazenado',
  send: 'Enviar',
  required: 'Obrigatória',
  optional: 'Opcional',
  requiredWhen: rule => `Obrigatória se ${rule}; caso contrário, opcional`,
  requiredNow: 'Agora obrigatória, por causa de uma resposta acima',
  is: (question, options) => `a resposta a “${question}” for ${options.map(option => `“${option}”`).join(' ou ')}`,
  allOf: conditions => conditions.join(' e '),
  anyOf: conditions => conditions.join(', ou se '),
  noAnswer: 'Sem resposta',
  lowest: point => `${point} mais baixo`,
  highest: point => `${point} mais alto`,

  notSent: 'Ainda não enviado',
  lookAtOne: 'Ainda não enviado. Revise uma resposta:',
  lookAtMany: 'Ainda não enviado. Revise {n} respostas:',
  answerErrors: {
    required: 'Responda a esta pergunta.',
    no_option: 'A resposta deve ser uma das opções.',
    no_point: 'A resposta deve ser um número inteiro de 1 a 10.',
    no_text: 'A resposta deve ser um texto.',
    takes_none: 'Esta pergunta não recebe resposta.',
    nul: 'A resposta não pode conter o caractere NUL.',
    too_long: 'A resposta deve ter no máximo 10.000 caracteres.',
  },
  unavailable: 'Não foi possível salvar sua resposta agora. Nada se perdeu: envie-a novamente daqui a pouco.',
  tooMany: 'Muitas respostas estão chegando ao mesmo tempo. Nada se perdeu: envie a sua novamente daqui a pouco.',
  unreadable: 'Não foi possível ler sua resposta. Envie-a novamente.',
  missing: {
    title: 'Não há nenhuma pesquisa aqui',
    text: 'Verifique o link: ele termina com um nome ou três palavras, ligadas por hífens.',
  },
  tooLarge: {
    title: 'É longo demais',
    text: 'As respostas podem ter no máximo 1 MB no total. Volte e encurte-as.',
  },
  crossSite: {
    title: 'Este formulário veio de outro site',
    text: 'Nada foi armazenado. Abra o link da pesquisa e responda por lá.',
  },
  failed: {
    title: 'Algo deu errado',
    text: 'O problema é nosso. Volte e tente novamente daqui a pouco.',
  },
  closed: { title: 'Esta pesquisa está fechada', text: 'Esta pesquisa está fechada. Ela não aceita mais respostas.' },
  expired: { title: 'Esta pesquisa expirou', text: 'Esta pesquisa expirou. Ela não aceita mais respostas.' },

  thanks: 'Obrigado',
  answerIsIn: 'Obrigado. Sua resposta foi enviada.',
  to: title => `Pesquisa: “${title}”`,
  stored: 'São armazenadas suas respostas, um identificador aleatório e a hora de recebimento.',
  answerAgain: 'Responder de novo',
  receipt: {
    intro: 'Isto é exatamente o que foi armazenado:',
    id: 'Identificador aleatório',
    arrived: 'Recebida',
    nothingElse: 'Nada mais foi armazenado.',
  },

  results: {
    announcement:
      'Todos os que participam podem ver os resultados: quantas vezes cada resposta foi dada, nunca os textos.',
    link: 'Ver os resultados',
    title: 'Resultados',
    columns: { option: 'Opção', count: 'Respostas', share: 'Porcentagem' },
    needsReload: 'Sem JavaScript, estes resultados não se atualizam.',
    reload: 'Mostrar os mais recentes',
    texts: {
      waiting: 'Os resultados aparecerão aqui quando forem revelados.',
      shown: 'Os resultados já estão visíveis.',
      few: 'Por enquanto, menos de cinco respostas',
      responses: 'Participações: {n}',
      answers: 'Respostas: {n}',
      mean: 'Média: {n}',
    },
  },

  board: {
    help: 'Faça suas próprias perguntas e vote nas dos outros. Não é preciso responder nada aqui.',
    moderated: 'Novas perguntas aparecem depois de aprovadas.',
    empty: 'Ainda não há perguntas.',
    answered: 'Respondida',
    votes: 'Votos',
    upvote: 'Votar nesta pergunta',
    needsScript: 'Para votar, ative o JavaScript.',
    more: 'Mostrar mais perguntas',
    previous: 'Perguntas anteriores',
    orders: { votes: 'Em alta', new: 'Novas' },
    toSurvey: 'Voltar à pesquisa',
    label: 'Sua pergunta',
    ask: 'Perguntar',
    waits: 'Sua pergunta foi enviada. Ela aparecerá quando for aprovada.',
    asked: 'Sua pergunta foi publicada.',
    failed: 'Não foi possível enviar. Tente novamente daqui a pouco.',
    offline: 'Você está sem conexão. Sua pergunta foi salva aqui e será enviada assim que a conexão voltar.',
    similar: 'Já foi perguntado? Vote na pergunta:',
    length: 'A pergunta deve ter de 1 a 500 caracteres.',
    full: 'Não é possível fazer mais perguntas aqui por enquanto.',
  },

  script: {
    sending: 'Enviando…',
    offline: 'Você está sem conexão. Sua resposta foi salva aqui e será enviada assim que a conexão voltar.',
    retrying: 'Não foi possível enviar. Tentando de novo…',
    openAgain: 'Esta pesquisa está aberta de novo.',
    changed: 'Esta pesquisa mudou. O que você escreveu foi mantido.',
    reload: 'Mostrar a versão atual',
    restored: 'O que você tinha escrito foi recuperado.',
    startAfresh: 'Começar de novo',
    left: 'Caracteres restantes: {n}',
    over: 'Caracteres a mais: {n}',
    nowRequired: '“{text}” agora é obrigatória.',
    nowOptional: '“{text}” agora é opcional.',
  },

  privacy: {
    title: 'O que é armazenado de uma resposta',
    intro: 'Tudo, coluna por coluna, exatamente como está agora no banco de dados:',
    column: 'Coluna',
    meaning: 'O que contém',
    tables: {
      response: {
        title: 'O que é armazenado de uma resposta',
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
          id: 'Seu identificador aleatório e mais nada, para que não volte se for enviada outra vez.',
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
          state: 'Se está visível, aguardando aprovação, oculta ou já respondida.',
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
      not: 'O que não é armazenado',
      derived: 'O que é contado',
      browser: 'No seu navegador',
    },
    not: 'Nem endereço de rede, nem nome do navegador ou do dispositivo, nem idioma, nem página de origem, tampouco nos registros. Nenhum cookie é gravado ou lido, e nada é carregado de outros servidores.',
    derived:
      'A partir dessas linhas, o serviço conta quantas vezes cada opção e cada nota foi escolhida e mantém um índice para localizar identificadores.',
    browser:
      'O que você escreve fica nesta aba até o envio, para não se perder se a página for recarregada. Seu navegador lembra em que você votou em um mural, para que possa retirar um voto.',
  },
}
