package io.tributary.testkit;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/**
 * A collector of traces: takes OTLP over HTTP and keeps what it was sent, as spans and as bytes.
 */
public final class Collector implements AutoCloseable {
  /** One span; {@code parent} is empty of a root, {@code links} are the traces it is linked to. */
  public record Span(
      String trace,
      String id,
      String parent,
      String name,
      Map<String, String> attributes,
      List<String> links,
      int events) {}

  private final Vertx vertx = Vertx.vertx();
  private final List<byte[]> got = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public Collector() {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              if (request.path().equals("/v1/traces")) {
                                got.add(unpacked(body.getBytes()));
                              }
                              request.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
  }

  private static byte[] unpacked(byte[] gzip) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** Everything that came, one character a byte. */
  public String text() {
    StringBuilder out = new StringBuilder();
    got.forEach(b -> out.append(new String(b, StandardCharsets.ISO_8859_1)));
    return out.toString();
  }

  public List<Span> spans() {
    List<Span> out = new ArrayList<>();
    for (byte[] body : got) {
      for (UnknownFieldSet resource : inner(parse(ByteString.copyFrom(body)), 1)) {
        for (UnknownFieldSet scope : inner(resource, 2)) {
          inner(scope, 2).forEach(s -> out.add(span(s)));
        }
      }
    }
    return out;
  }

  private static Span span(UnknownFieldSet s) {
    Map<String, String> attributes = new TreeMap<>();
    for (UnknownFieldSet a : inner(s, 9)) {
      UnknownFieldSet value = inner(a, 2).getFirst();
      attributes.put(
          text(a, 1),
          value.hasField(3)
              ? value.getField(3).getVarintList().getFirst().toString()
              : text(value, 1));
    }
    return new Span(
        hex(s, 1),
        hex(s, 2),
        hex(s, 4),
        text(s, 5),
        attributes,
        inner(s, 13).stream().map(l -> hex(l, 1)).toList(),
        inner(s, 11).size());
  }

  private static List<UnknownFieldSet> inner(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().stream().map(Collector::parse).toList();
  }

  private static UnknownFieldSet parse(ByteString bytes) {
    try {
      return UnknownFieldSet.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String text(UnknownFieldSet message, int field) {
    List<ByteString> all = message.getField(field).getLengthDelimitedList();
    return all.isEmpty() ? "" : all.getFirst().toStringUtf8();
  }

  private static String hex(UnknownFieldSet message, int field) {
    List<ByteString> all = message.getField(field).getLengthDelimitedList();
    return all.isEmpty() ? "" : HexFormat.of().formatHex(all.getFirst().toByteArray());
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
