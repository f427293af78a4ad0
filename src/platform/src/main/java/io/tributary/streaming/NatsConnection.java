package io.tributary.streaming;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.delivery.Delivery;
import io.tributary.delivery.DeliveryError;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.parsetools.RecordParser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Publishing half of the NATS client protocol.
 *
 * <p>Each message requests a reply in an inbox of the connection; the stream that stores the
 * message acknowledges it there. Runs on the context that opened the connection.
 */
final class NatsConnection implements BrokerConnection {
  private static final String LINE = "\r\n";
  private static final int MAX_RECORD_BYTES = 1 << 20;

  /** Limits memory use if a stream never acknowledges. */
  private static final int MAX_PENDING = 1000;

  private record Pending(String subject, Promise<Void> done) {}

  private final Vertx vertx;
  private final NetSocket socket;
  private final BrokerUri uri;
  private final ClientSSLOptions tls;
  private final String prefix;
  private final Context context;
  private final RecordParser parser = RecordParser.newDelimited(LINE);
  private final String inbox = "_INBOX." + Ids.randomHex(12) + ".";
  private final Map<Long, Pending> pending = new HashMap<>();
  private final Promise<BrokerConnection> opened = Promise.promise();
  private long lastNumber;
  private int maxPayload;
  private boolean infoReceived;

  /** True once CONNECT has been sent, after the TLS handshake if TLS is used. */
  private boolean connectSent;

  /** Header of the message whose payload comes next; null between messages. */
  private MessageHead head;

  private PublishException serverError;
  private volatile boolean closed;
  private volatile long lastResponseAt = System.nanoTime();

  /**
   * @param headers number of payload bytes that are headers
   */
  private record MessageHead(String subject, int headers, int size) {}

  NatsConnection(
      Vertx vertx, NetSocket socket, BrokerUri uri, ClientSSLOptions tls, String prefix) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.socket = socket;
    this.uri = uri;
    this.tls = tls;
    this.prefix = prefix;
  }

  Future<BrokerConnection> start(Duration limit) {
    long timer =
        vertx.setTimer(
            limit.toMillis(), id -> fail(new PublishException(DeliveryError.TIMEOUT, "")));
    opened.future().onComplete(r -> vertx.cancelTimer(timer));
    parser.maxRecordSize(MAX_RECORD_BYTES);
    parser.handler(this::onRecord);
    parser.exceptionHandler(t -> fail(new PublishException(DeliveryError.PROTOCOL_ERROR, "")));
    socket.exceptionHandler(t -> fail(new PublishException(DeliveryError.of(t), "")));
    socket.closeHandler(v -> fail(new PublishException(DeliveryError.CONNECT_ERROR, "")));
    socket.handler(parser);
    return opened.future();
  }

  private void onRecord(Buffer record) {
    if (closed) {
      return;
    }
    try {
      if (head != null) {
        onReply(head, record);
        head = null;
        parser.delimitedMode(LINE);
      } else {
        onLine(record.toString(StandardCharsets.UTF_8));
      }
    } catch (RuntimeException e) {
      fail(new PublishException(DeliveryError.PROTOCOL_ERROR, ""));
    }
  }

  private void onLine(String line) {
    String verb = line.split("[ \t]", 2)[0];
    if (!connectSent && !verb.equals("INFO") && !verb.equals("-ERR")) {
      // Before TLS, any party on the network can impersonate the server.
      throw new IllegalArgumentException("too early");
    }
    switch (verb) {
      case "INFO" -> onInfo(Json.parse(line.substring(4)));
      case "MSG", "HMSG" -> {
        String[] parts = line.split("[ \t]+");
        int size = Integer.parseInt(parts[parts.length - 1]);
        int headers = verb.equals("HMSG") ? Integer.parseInt(parts[parts.length - 2]) : 0;
        if (size < 0 || size > MAX_RECORD_BYTES || headers < 0 || headers > size) {
          throw new IllegalArgumentException(line);
        }
        head = new MessageHead(parts[1], headers, size);
        parser.fixedSizeMode(size + LINE.length());
      }
      case "PING" -> socket.write("PONG" + LINE);
      case "PONG" -> {
        lastResponseAt = System.nanoTime();
        opened.tryComplete(this);
      }
      case "-ERR" -> onError(line.substring(4).strip());
      default -> {
        // +OK
      }
    }
  }

  /** Handles INFO. The first one is the greeting; later ones report changes in the cluster. */
  private void onInfo(JsonNode info) {
    maxPayload = info.path("max_payload").asInt(MAX_RECORD_BYTES);
    if (infoReceived) {
      return;
    }
    infoReceived = true;
    if (!info.path("headers").asBoolean()) {
      fail(
          new PublishException(
              DeliveryError.PROTOCOL_ERROR, "the server does not support headers"));
      return;
    }
    boolean offered =
        info.path("tls_required").asBoolean() || info.path("tls_available").asBoolean();
    if (uri.destination().tls() && !offered) {
      fail(new PublishException(DeliveryError.TLS_ERROR, "the server does not offer TLS"));
    } else if (uri.destination().tls() || info.path("tls_required").asBoolean()) {
      // For an address literal no SNI is sent, and the certificate is verified against the address.
      boolean named = uri.destination().literal().isEmpty();
      (named ? socket.upgradeToSsl(tls, uri.destination().host()) : socket.upgradeToSsl(tls))
          .onFailure(t -> fail(new PublishException(DeliveryError.TLS_ERROR, "")))
          .onSuccess(v -> sendConnect());
    } else {
      sendConnect();
    }
  }

  private void sendConnect() {
    ObjectNode connect =
        Json.object()
            .put("verbose", false)
            .put("pedantic", false)
            .put("name", "tributary")
            .put("lang", "java")
            .put("version", "1")
            .put("protocol", 1)
            .put("headers", true)
            .put("no_responders", true);
    if (!uri.password().isEmpty()) {
      connect.put("user", uri.user()).put("pass", uri.password());
    } else if (!uri.user().isEmpty()) {
      connect.put("auth_token", uri.user());
    }
    connectSent = true;
    socket.write("CONNECT " + connect + LINE + "SUB " + inbox + "* 1" + LINE + "PING" + LINE);
  }

  @Override
  public Future<Void> publish(Tenant tenant, Delivery delivery) {
    Promise<Void> done = Promise.promise();
    context.runOnContext(v -> write(tenant, delivery, done));
    return done.future();
  }

  private void write(Tenant tenant, Delivery delivery, Promise<Void> done) {
    if (closed) {
      done.fail(new PublishException(DeliveryError.CONNECT_ERROR, ""));
      return;
    }
    Buffer headers = Buffer.buffer("NATS/1.0" + LINE);
    header(headers, "Nats-Msg-Id", delivery.messageId());
    header(headers, "Content-Type", "application/json");
    header(headers, "event-type", delivery.eventType());
    header(headers, "team-id", tenant.team().toString());
    if (delivery.userId() != null) {
      header(headers, "user-id", delivery.userId().toString());
    }
    header(headers, "idempotency-key", delivery.messageId());
    headers.appendString(LINE);
    int size = headers.length() + delivery.body().length();
    if (size > maxPayload) {
      done.fail(
          new PublishException(
              DeliveryError.PROTOCOL_ERROR,
              "the server's maximum message size is " + maxPayload + " bytes"));
      return;
    }
    if (pending.size() >= MAX_PENDING) {
      done.fail(new PublishException(DeliveryError.TIMEOUT, "no stream responded"));
      fail(new PublishException(DeliveryError.TIMEOUT, "no stream responded"));
      return;
    }
    String subject = prefix + delivery.eventType();
    long number = ++lastNumber;
    pending.put(number, new Pending(subject, done));
    socket.write(
        Buffer.buffer(size + 256)
            .appendString("HPUB " + subject + " " + inbox + number + " ")
            .appendString(headers.length() + " " + size + LINE)
            .appendBuffer(headers)
            .appendBuffer(delivery.body())
            .appendString(LINE));
  }

  private static void header(Buffer headers, String name, String value) {
    headers.appendString(name).appendString(": ").appendString(value).appendString(LINE);
  }

  private void onReply(MessageHead head, Buffer payload) {
    lastResponseAt = System.nanoTime();
    if (!head.subject().startsWith(inbox)) {
      return;
    }
    long number = Long.parseLong(head.subject().substring(inbox.length()));
    Pending p = pending.get(number);
    if (p != null) {
      // Removed only afterwards: a reply that can't be parsed ends the connection and fails all
      // pending messages, including this one.
      complete(p, head, payload);
      pending.remove(number);
    }
  }

  private static void complete(Pending p, MessageHead head, Buffer payload) {
    String status = payload.getString(0, head.headers()).lines().findFirst().orElse("");
    if (status.startsWith("NATS/1.0 503")) {
      p.done()
          .tryFail(
              new PublishException(
                  DeliveryError.PROTOCOL_ERROR, "503 no stream stores the subject " + p.subject()));
      return;
    }
    JsonNode answer = Json.parse(payload.getBytes(head.headers(), head.size()));
    if (answer.has("error")) {
      JsonNode error = answer.get("error");
      p.done()
          .tryFail(
              new PublishException(
                  DeliveryError.PROTOCOL_ERROR,
                  error.path("code").asText() + " " + error.path("description").asText()));
    } else if (answer.has("stream")) {
      p.done().tryComplete();
    } else {
      p.done()
          .tryFail(
              new PublishException(
                  DeliveryError.PROTOCOL_ERROR,
                  "the response is not an acknowledgment of a stream"));
    }
  }

  /**
   * Handles -ERR. Most errors are followed by the end of the connection; a rejected subject is not.
   */
  private void onError(String text) {
    PublishException fault = new PublishException(DeliveryError.PROTOCOL_ERROR, text);
    serverError = fault;
    List<Long> meant = new ArrayList<>();
    pending.forEach(
        (number, p) -> {
          if (text.contains("\"" + p.subject() + "\"")) {
            meant.add(number);
          }
        });
    meant.forEach(number -> pending.remove(number).done().tryFail(fault));
    if (!opened.future().isComplete()) {
      fail(fault);
    }
  }

  private void fail(PublishException fault) {
    if (closed) {
      return;
    }
    closed = true;
    PublishException why = serverError == null ? fault : serverError;
    opened.tryFail(why);
    List<Pending> left = List.copyOf(pending.values());
    pending.clear();
    left.forEach(p -> p.done().tryFail(why));
    socket.close();
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public long lastResponseAt() {
    return lastResponseAt;
  }

  @Override
  public void close() {
    context.runOnContext(v -> fail(new PublishException(DeliveryError.CONNECT_ERROR, "")));
  }
}
