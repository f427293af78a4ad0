package io.tributary.bus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.MessageCodec;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Event bus codec for all messages: by reference inside the process, as JSON {@code
 * {"t":name,"b":record}} between nodes.
 */
public final class RecordCodec implements MessageCodec<BusMessage, BusMessage> {
  public static final String NAME = "tributary";
  private static final int MAX_BYTES = 64 * 1024;

  private final Map<String, Class<? extends BusMessage.Remote>> types = new ConcurrentHashMap<>();

  public RecordCodec() {
    register(Ack.class);
    register(Rejected.class);
    register(InternalError.class);
  }

  /** Registers a remote message type under its simple name. */
  public void register(Class<? extends BusMessage.Remote> type) {
    Class<?> before = types.putIfAbsent(type.getSimpleName(), type);
    if (before != null && before != type) {
      throw new IllegalStateException("duplicate message name: " + type.getSimpleName());
    }
  }

  /**
   * @throws IllegalArgumentException if the message must not leave the process
   */
  void requireRemote(BusMessage message) {
    if (!(message instanceof BusMessage.Remote)
        || !types.containsKey(message.getClass().getSimpleName())) {
      throw new IllegalArgumentException(
          "message must not leave the process: " + message.getClass().getName());
    }
  }

  @Override
  public void encodeToWire(Buffer buffer, BusMessage message) {
    requireRemote(message);
    ObjectNode wire = Json.object().put("t", message.getClass().getSimpleName());
    wire.set("b", Json.tree(message));
    byte[] bytes = Json.bytes(wire);
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException("message exceeds 64 KiB: " + message.getClass().getName());
    }
    buffer.appendInt(bytes.length).appendBytes(bytes);
  }

  /**
   * @throws IllegalArgumentException if the bytes are not a known message
   */
  @Override
  public BusMessage decodeFromWire(int pos, Buffer buffer) {
    int most = buffer.length() - pos - Integer.BYTES;
    int length = most < 0 ? -1 : buffer.getInt(pos);
    // Checked before a buffer of the claimed length is allocated.
    if (length < 0 || length > most) {
      throw new IllegalArgumentException("truncated message");
    }
    JsonNode wire = Json.parse(buffer.getBytes(pos + 4, pos + 4 + length));
    Class<? extends BusMessage.Remote> type = types.get(wire.path("t").asText());
    if (type == null) {
      throw new IllegalArgumentException("unknown message " + name(wire));
    }
    if (!wire.path("b").isObject()) {
      throw new IllegalArgumentException("message has no body");
    }
    return Json.read(wire.get("b"), type);
  }

  /**
   * Returns the type name for an error message, but only if it looks like a class name: the bytes
   * come from another node.
   */
  private static String name(JsonNode wire) {
    String name = wire.path("t").asText();
    return name.matches("[A-Za-z]{1,60}") ? name : "without a name";
  }

  @Override
  public BusMessage transform(BusMessage message) {
    return message;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public byte systemCodecID() {
    return -1;
  }
}
