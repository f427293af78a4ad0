package io.tributary.delivery;

import static io.tributary.delivery.RawTcpServer.readRequest;
import static io.tributary.delivery.RawTcpServer.write;

import io.tributary.delivery.RawTcpServer.ConnectionScript;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Misbehaviors of receivers, each with the expected outcome of the attempt. */
final class HostileReceiverCases {
  /**
   * @param status HTTP status of the outcome; 0 if there was no answer
   * @param error null for a success
   */
  record ReceiverCase(
      String name,
      String scheme,
      byte[] body,
      int status,
      DeliveryError error,
      ConnectionScript behaviour) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final byte[] SMALL = "{\"n\":1}".getBytes();
  private static final byte[] BIG = new byte[900_000];
  private static final String OK = "HTTP/1.1 200 OK\r\n";

  private final long pastTimeout;
  private final String redirectTarget;
  private final List<ReceiverCase> cases = new ArrayList<>();

  /**
   * @param timeout of the attempts
   * @param redirectTarget target of redirects
   */
  HostileReceiverCases(Duration timeout, String elsewhere) {
    this.pastTimeout = timeout.toMillis() * 3 / 2;
    this.redirectTarget = elsewhere;
  }

  List<ReceiverCase> all() {
    silence();
    faults();
    bodies();
    statuses();
    return cases;
  }

  private void on(String name, int status, DeliveryError error, ConnectionScript behaviour) {
    cases.add(new ReceiverCase(name, "http", SMALL, status, error, behaviour));
  }

  private void tls(String name, DeliveryError error, ConnectionScript behaviour) {
    cases.add(new ReceiverCase(name, "https", SMALL, 0, error, behaviour));
  }

  private void big(String name, int status, DeliveryError error, ConnectionScript behaviour) {
    cases.add(new ReceiverCase(name, "http", BIG, status, error, behaviour));
  }

  /** Reads the request and writes this text as the answer. */
  private ConnectionScript respond(String text) {
    return s -> {
      readRequest(s);
      write(s, text);
    };
  }

  private ConnectionScript respondAndClose(String text) {
    return s -> {
      readRequest(s);
      write(s, text);
      s.close();
    };
  }

  private ConnectionScript respondForever(String first, String again, int pauseMs) {
    return s -> {
      readRequest(s);
      write(s, first);
      while (true) {
        write(s, again);
        Thread.sleep(pauseMs);
      }
    };
  }

  private static void reset(Socket s) throws IOException {
    s.setSoLinger(true, 0);
    s.close();
  }

  private void silence() {
    on("reads and says nothing", 0, DeliveryError.TIMEOUT, RawTcpServer::readRequest);
    big("never reads", 0, DeliveryError.TIMEOUT, s -> Thread.sleep(pastTimeout));
    big(
        "reads a byte at a time",
        0,
        DeliveryError.TIMEOUT,
        s -> {
          for (int i = 0; i < 100; i++) {
            s.getInputStream().read();
            Thread.sleep(pastTimeout / 100);
          }
        });
    on(
        "a byte of the head at a time",
        0,
        DeliveryError.TIMEOUT,
        respondForever(OK + "x: ", "y", 50));
    on("a header at a time", 0, DeliveryError.TIMEOUT, respondForever(OK, "a: b\r\n", 50));
    on(
        "100 without end",
        0,
        DeliveryError.TIMEOUT,
        respondForever("", "HTTP/1.1 100 Continue\r\n\r\n", 50));
    on(
        "103 without end",
        0,
        DeliveryError.TIMEOUT,
        respondForever("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", 50));
    tls("no handshake", DeliveryError.TIMEOUT, s -> s.getInputStream().read());
    tls(
        "half a handshake",
        DeliveryError.TIMEOUT,
        s -> s.getOutputStream().write(new byte[] {0x16, 3, 3, 0x40, 0}));
    tls("plain text instead of TLS", DeliveryError.TLS_ERROR, s -> write(s, OK + "\r\n"));
    tls("hangs up in the handshake", DeliveryError.TLS_ERROR, s -> s.close());
  }

  private void faults() {
    on("reset at once", 0, DeliveryError.CONNECT_ERROR, HostileReceiverCases::reset);
    on(
        "reset after the request",
        0,
        DeliveryError.CONNECT_ERROR,
        s -> {
          readRequest(s);
          reset(s);
        });
    on("closed after the request", 0, DeliveryError.CONNECT_ERROR, respondAndClose(""));
    on(
        "half closed without an answer",
        0,
        DeliveryError.CONNECT_ERROR,
        s -> {
          readRequest(s);
          s.shutdownOutput();
        });
    on("closed in the head", 0, DeliveryError.CONNECT_ERROR, respondAndClose(OK + "x: "));
    big(
        "reset while the request is read",
        0,
        DeliveryError.CONNECT_ERROR,
        s -> {
          s.getInputStream().read();
          reset(s);
        });
    on(
        "headers without end",
        0,
        DeliveryError.PROTOCOL_ERROR,
        respondForever(OK, "a: b\r\n".repeat(500), 1));
    on(
        "a header without end",
        0,
        DeliveryError.PROTOCOL_ERROR,
        respondForever(OK + "a: ", "b".repeat(2000), 1));
    on(
        "huge headers",
        0,
        DeliveryError.PROTOCOL_ERROR,
        respond(OK + "a: " + "b".repeat(64_000) + "\r\n\r\n"));
    on(
        "a first line without end",
        0,
        DeliveryError.PROTOCOL_ERROR,
        respondForever("HTTP/1.1 200 ", "x".repeat(500), 1));
    on("garbage", 0, DeliveryError.PROTOCOL_ERROR, respond("\u0001\u0002 what is this\r\n\r\n"));
    on("another protocol", 0, DeliveryError.PROTOCOL_ERROR, respond("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
    on("HTTP/3.7", 0, DeliveryError.PROTOCOL_ERROR, respond("HTTP/3.7 200 OK\r\n\r\n"));
    on(
        "two lengths",
        0,
        DeliveryError.PROTOCOL_ERROR,
        respond(OK + "content-length: 1\r\ncontent-length: 2\r\n\r\nab"));
    on(
        "a negative length",
        0,
        DeliveryError.PROTOCOL_ERROR,
        respond(OK + "content-length: -1\r\n\r\n"));
    on("a status of letters", 0, DeliveryError.PROTOCOL_ERROR, respond("HTTP/1.1 abc OK\r\n\r\n"));
  }

  private void bodies() {
    on("a body without end", 200, null, respondForever(OK + "\r\n", "x".repeat(5000), 1));
    on(
        "chunks without end",
        200,
        null,
        respondForever(OK + "transfer-encoding: chunked\r\n\r\n", "4\r\nabcd\r\n".repeat(500), 1));
    on(
        "a chunk size without end",
        200,
        null,
        respondForever(OK + "transfer-encoding: chunked\r\n\r\n", "0".repeat(500), 1));
    on("a byte of the body at a time", 200, null, respondForever(OK + "\r\n", "x", 50));
    on(
        "trailers without end",
        200,
        null,
        respondForever(OK + "transfer-encoding: chunked\r\n\r\n0\r\n", "a: b\r\n".repeat(500), 1));
    on("less than the length", 200, null, respondAndClose(OK + "content-length: 100\r\n\r\nshort"));
    on("a length that never comes", 200, null, respond(OK + "content-length: 100\r\n\r\nshort"));
    on("bad chunks", 200, null, respond(OK + "transfer-encoding: chunked\r\n\r\nzz\r\n"));
    on(
        "reset in the body",
        200,
        null,
        s -> {
          readRequest(s);
          write(s, OK + "content-length: 100\r\n\r\nshort");
          reset(s);
        });
    on(
        "an error page without end",
        503,
        DeliveryError.HTTP_STATUS,
        respondForever("HTTP/1.1 503 No\r\nretry-after: 9\r\n\r\n", "x".repeat(5000), 1));
    on(
        "a compressed body",
        200,
        null,
        respond(
            OK + "content-encoding: gzip\r\ncontent-length: 4\r\n\r\n\u001f\u008b\u0008\u0000"));
    on("more than the length", 200, null, respond(OK + "content-length: 2\r\n\r\nok and more"));
    on(
        "a second answer",
        200,
        null,
        respond(OK + "content-length: 0\r\n\r\nHTTP/1.1 500 No\r\ncontent-length: 0\r\n\r\n"));
    on(
        "says close and stays",
        200,
        null,
        respond(OK + "connection: close\r\ncontent-length: 0\r\n\r\n"));
    on("HTTP/1.0 until close", 200, null, respondAndClose("HTTP/1.0 200 OK\r\n\r\nok"));
    big(
        "answers before it reads",
        200,
        null,
        s -> {
          write(s, OK + "content-length: 0\r\n\r\n");
          Thread.sleep(pastTimeout);
        });
    big(
        "refuses before it reads",
        413,
        DeliveryError.HTTP_STATUS,
        s -> {
          s.getInputStream().read();
          write(s, "HTTP/1.1 413 No\r\ncontent-length: 0\r\n\r\n");
          Thread.sleep(pastTimeout);
        });
  }

  private void statuses() {
    String empty = "content-length: 0\r\n\r\n";
    on("102 first", 200, null, respond("HTTP/1.1 102 Processing\r\n\r\n" + OK + empty));
    on(
        "100 and 103 first",
        204,
        null,
        respond(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\n\r\n"));
    on("101", 101, DeliveryError.HTTP_STATUS, respond("HTTP/1.1 101 Up\r\nupgrade: x\r\n\r\nraw"));
    on("304", 304, DeliveryError.HTTP_STATUS, respond("HTTP/1.1 304 Not Modified\r\n\r\n"));
    on("410", 410, DeliveryError.HTTP_STATUS, respond("HTTP/1.1 410 Gone\r\n" + empty));
    for (int status : List.of(301, 302, 303, 307, 308)) {
      on(
          "redirect " + status,
          status,
          DeliveryError.HTTP_STATUS,
          s -> {
            readRequest(s);
            write(s, "HTTP/1.1 " + status + " x\r\nlocation: " + redirectTarget + "\r\n" + empty);
          });
    }
  }
}
