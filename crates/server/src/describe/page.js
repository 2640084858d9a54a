// Sends what is filled into a form of the API's page, and shows the answer and the same request for a shell.

const token = document.querySelector('#token');
// Streams have no end: they are read for this many milliseconds.
const PATIENCE = 3000;

/** The address and the options of the request that a form describes. */
function requestOf(form) {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== '') query.set(input.name, input.value);
  }
  const body = form.querySelector('textarea')?.value;
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token.value !== '') headers.Authorization = `Bearer ${token.value}`;
  const address = query.size ? `${path}?${query}` : path;
  return { address, options: { method: form.dataset.method.toUpperCase(), headers, body } };
}

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

function asShell({ address, options: { method, headers, body } }) {
  const words = ['curl', '-X', method, quoted(location.origin + address)];
  for (const [name, value] of Object.entries(headers)) {
    words.push('-H', name === 'Authorization' ? '"Authorization: Bearer $TOKEN"' : quoted(`${name}: ${value}`));
  }
  if (body !== undefined) words.push('-d', quoted(body));
  return words.join(' ');
}

/** The text of an answer, as far as it comes in time. */
async function textOf(answer) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return '';
  const end = setTimeout(() => reader.cancel(), PATIENCE);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  clearTimeout(end);
  return text;
}

function pretty(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function show(output, ...texts) {
  output.replaceChildren(...texts.map((text) => Object.assign(document.createElement('pre'), { textContent: text })));
}

async function send(form) {
  const request = requestOf(form);
  const output = form.nextElementSibling;
  show(output, asShell(request), '…');
  try {
    const answer = await fetch(request.address, request.options);
    show(output, asShell(request), `${answer.status} ${answer.statusText}\n${pretty(await textOf(answer))}`);
  } catch (error) {
    show(output, asShell(request), `The server was not reached: ${error.message}`);
  }
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target);
});

document.querySelector('#find').addEventListener('input', ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const item of document.querySelectorAll('nav li')) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  if (wanted) for (const group of document.querySelectorAll('nav details')) group.open = true;
});
