/** A forward proxy on this machine, to which every name is one server. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

export interface TestProxy {
  readonly url: string;
  /** 'CONNECT host:port' and 'GET URL', in order, those that were refused included. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** `port`: of the server on 127.0.0.1; `refuse`: the status of the answer to this Proxy-Authorization, or null. */
export async function startProxy(
  port: number,
  refuse: (authorization: string | undefined) => number | null = () => null,
): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets: Socket[] = [];
  const accept = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    return refuse(headers['proxy-authorization']);
  };
  const server = createServer((request, response) => {
    const status = accept(request);
    if (status === null) forward(request, response, port);
    else response.writeHead(status).end();
  });
  server.on('connection', (socket: Socket) => sockets.push(socket.on('error', () => {})));
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    const status = accept(request);
    if (status !== null) return void socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`);
    const target = connect(port, '127.0.0.1').on('error', () => {});
    sockets.push(target);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    target.pipe(socket).pipe(target);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

function forward(request: IncomingMessage, response: ServerResponse, port: number): void {
  const { url, method, headers } = request;
  const { pathname, search } = new URL(url!);
  const sent = sendRequest({ host: '127.0.0.1', port, method, path: pathname + search, headers }, answer => {
    response.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(response);
  });
  request.pipe(sent);
}
