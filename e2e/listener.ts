import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server of another origin that writes down whatever reaches it, over TCP or UDP. */
export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Paths of the HTTP requests received, WebSocket handshakes included. */
  readonly requests: readonly string[];
  /** Bytes received over TCP, part of a request or not. */
  bytes(): number;
  /** UDP packets received on the same port: WebRTC's STUN, QUIC. */
  packets(): number;
  close(): Promise<void>;
}

/** Listens on 127.0.0.1, which is another origin than localhost, and answers any request kindly. */
export async function listen(): Promise<Listener> {
  const host = '127.0.0.1';
  const requests: string[] = [];
  const sockets: Socket[] = [];
  let packets = 0;
  const note = (url = '') => requests.push(url.slice(1));
  const server = createServer((request, response) => {
    note(request.url);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' });
    response.end();
  });
  server.on('connection', (socket) => sockets.push(socket));
  server.on('upgrade', (request, socket) => {
    note(request.url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const udp = createSocket('udp4', () => packets++);
  await new Promise<void>((resolve) => udp.bind(port, host, resolve));
  return {
    host,
    port,
    requests,
    bytes: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0),
    packets: () => packets,
    close: () =>
      new Promise((resolve) => {
        udp.close(() => server.close(() => resolve()));
        server.closeAllConnections();
      }),
  };
}
