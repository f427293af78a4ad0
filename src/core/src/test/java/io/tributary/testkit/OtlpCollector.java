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
 * An OpenTelemetry collector that receives OTLP over HTTP and keeps the data as spans and as bytes.
 */
public final class OtlpCollector implements AutoCloseable {
  /**
   * A received span. {@code parent} is empty for a root span; {@code links} are the IDs of linked
   * traces.
   */
  public record CollectedSpan(
      String trace,
      String id,
      String parent,
      String name,
      Map<String, String> attributes,
      List<String> links,
      int events) {}

  private final Vertx vertx = Vertx.vertx();
  private final List<byte[]> received = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  public OtlpCollector() {
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
                                received.add(gunzip(body.getBytes()));
                              }
                              request.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
  }

  private static byte[] gunzip(byte[] gzip) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  /** Returns all received data, with one character for each byte. */
  public String rawText() {
    StringBuilder out = new StringBuilder();
    received.forEach(b -> out.append(new String(b, StandardCharsets.ISO_8859_1)));
    return out.toString();
  }

  public List<CollectedSpan> spans() {
    List<CollectedSpan> out = new ArrayList<>();
    for (byte[] body : received) {
      for (UnknownFieldSet resource : nestedMessages(parse(ByteString.copyFrom(body)), 1)) {
        for (UnknownFieldSet scope : nestedMessages(resource, 2)) {
          nestedMessages(scope, 2).forEach(s -> out.add(span(s)));
        }
      }
    }
    return out;
  }

  private static CollectedSpan span(UnknownFieldSet s) {
    Map<String, String> attributes = new TreeMap<>();
    for (UnknownFieldSet a : nestedMessages(s, 9)) {
      UnknownFieldSet value = nestedMessages(a, 2).getFirst();
      attributes.put(
          rawText(a, 1),
          value.hasField(3)
              ? value.getField(3).getVarintList().getFirst().toString()
              : rawText(value, 1));
    }
    return new CollectedSpan(
        hex(s, 1),
        hex(s, 2),
        hex(s, 4),
        rawText(s, 5),
        attributes,
        nestedMessages(s, 13).stream().map(l -> hex(l, 1)).toList(),
        nestedMessages(s, 11).size());
  }

  private static List<UnknownFieldSet> nestedMessages(UnknownFieldSet message, int field) {
    return message.getField(field).getLengthDelimitedList().stream()
        .map(OtlpCollector::parse)
        .toList();
  }

  private static UnknownFieldSet parse(ByteString bytes) {
    try {
      return UnknownFieldSet.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static String rawText(UnknownFieldSet message, int field) {
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
